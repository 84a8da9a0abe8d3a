package leads_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"waymark/internal/features/leads"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestSubmit_Validation(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		for _, c := range []struct {
			about  string
			change func(*leads.Submission)
			fields string
		}{
			{"nothing", func(s *leads.Submission) { s.Name, s.Email = " ", "" }, "email name"},
			{"no e-mail address", func(s *leads.Submission) { s.Email = "maria" }, "email"},
			{"two addresses", func(s *leads.Submission) { s.Email = "a@mail.example,b@mail.example" }, "email"},
			{"a header in the address", func(s *leads.Submission) { s.Email = "a@x.example\r\nBcc: b@x.example" }, "email"},
			{"a header in the name", func(s *leads.Submission) { s.Name = "Maria\r\nBcc: b@mail.example" }, "name"},
			{"a line break in the phone number", func(s *leads.Submission) { s.Phone = "1\n2" }, "phone"},
			{"a long name", func(s *leads.Submission) { s.Name = strings.Repeat("é", 201) }, "name"},
			{"a long address", func(s *leads.Submission) { s.Email = strings.Repeat("a.", 130) + "a@mail.example" }, "email"},
			{"a long phone number", func(s *leads.Submission) { s.Phone = strings.Repeat("1", 61) }, "phone"},
			{"a long message", func(s *leads.Submission) { s.Message = strings.Repeat("é", 5001) }, "message"},
			{"control characters", func(s *leads.Submission) { s.Name, s.Message = "Ma\x00ria", "\x1b[2J" }, "message name"},
			{"broken text", func(s *leads.Submission) { s.Name, s.Phone = "\xff", "\xfe" }, "name phone"},
			{"a broken message", func(s *leads.Submission) { s.Message = "Caf\xc3" }, "message"},
		} {
			form := form()
			c.change(&form)
			_, added, err := f.service.Submit(t.Context(), form)
			problem, ok := apierr.As(err)
			if !ok || added {
				t.Errorf("%s: got %v", c.about, err)
				continue
			}
			fields := []string{}
			for field := range problem.Errors {
				fields = append(fields, field)
			}
			slices.Sort(fields)
			if got := strings.Join(fields, " "); got != c.fields || problem.GetStatus() != 422 {
				t.Errorf("%s: got errors of %q, want %q", c.about, got, c.fields)
			}
		}
		if n := f.Count(`SELECT (SELECT count(*) FROM leads) + (SELECT count(*) FROM river_job WHERE kind = 'send-lead')
			+ (SELECT count(*) FROM audit_log)`); n != 0 {
			t.Errorf("refused forms left %d rows", n)
		}
	})
}

func TestSubmit_Stored(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		editor := f.Editor()
		longest := form()
		longest.Name, longest.Phone = strings.Repeat("é", 200), strings.Repeat("1", 60)
		longest.Message = strings.Repeat("é", 5000)
		f.submit(longest)
		raw := form()
		raw.Name, raw.Email, raw.Message = "  Zoe\u0308 ", " MARIA@Mail.Example", "One\r\nTwo\rThree\tfour \n"
		raw.UserID = id(21)
		lead := f.submit(raw)
		got := editor.Get(fmt.Sprintf("users/21/leads/%d", lead)).Want(200)
		for path, want := range map[string]string{
			"item.name": "Zo\u00eb", "item.email": "maria@mail.example", "item.message": "One\nTwo\nThree\tfour",
			"item.phone": "+351 21 555 0100", "item.page_url": "https://go.test.example/c31",
		} {
			if value := got.String(path); value != want {
				t.Errorf("%s: got %q, want %q", path, value, want)
			}
		}
		if n := editor.Get("partners/2/leads?query=zoe").Want(200).Int("meta.total"); n != 1 {
			t.Errorf("the search finds %d leads, want 1", n)
		}
		t.Run("leaves out other URLs than those of web pages", func(t *testing.T) {
			for _, url := range []string{
				"", "javascript:alert(1)", "//evil.example", "/c31", "https://", "ftp://x.example/a", "https://x.example/\x00",
				"https://x.example/" + strings.Repeat("a", 2000), "%zz",
			} {
				form := form()
				form.PageURL, form.Message = url, "with "+fmt.Sprintf("%.30q", url)
				lead := f.submit(form)
				if got := editor.Get(fmt.Sprintf("partners/2/leads/%d", lead)).Want(200).String("item.page_url"); got != "" {
					t.Errorf("%.40q: got %q", url, got)
				}
			}
		})
		t.Run("needs neither collection, phone number nor message", func(t *testing.T) {
			lead := f.submit(leads.Submission{PartnerID: 3, Name: "Lars", Email: "lars@mail.example"})
			got := editor.Get(fmt.Sprintf("partners/3/leads/%d", lead)).Want(200)
			if got.Value("item.collection") != nil || got.Value("item.user") != nil || got.String("item.message") != "" {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("refuses records that no longer exist", func(t *testing.T) {
			for _, change := range []func(*leads.Submission){
				func(s *leads.Submission) { s.PartnerID = 99 },
				func(s *leads.Submission) { s.UserID = id(99) },
				func(s *leads.Submission) { s.CollectionID = id(99) },
			} {
				form := form()
				form.Message = "for nobody"
				change(&form)
				_, added, err := f.service.Submit(t.Context(), form)
				if problem, ok := apierr.As(err); !ok || problem.GetStatus() != 404 || added {
					t.Errorf("%+v: got %v", form, err)
				}
			}
			if n := f.Count("SELECT count(*) FROM leads WHERE message = 'for nobody'"); n != 0 {
				t.Errorf("%d leads were stored", n)
			}
		})
	})
}

func TestSubmit_Duplicate(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		var added atomic.Int64
		ids := make([]int64, 12)
		kittest.Concurrently(len(ids), func(i int) {
			lead, isNew, err := f.service.Submit(t.Context(), form())
			if err != nil {
				t.Error(err)
			}
			if isNew {
				added.Add(1)
			}
			ids[i] = lead
		})
		if slices.Sort(ids); added.Load() != 1 || ids[0] == 0 || ids[0] != ids[len(ids)-1] {
			t.Errorf("%d were added, with the ids %v", added.Load(), ids)
		}
		counts := func() [3]int64 {
			return [3]int64{
				f.Count("SELECT count(*) FROM leads"), f.Count("SELECT count(*) FROM river_job WHERE kind = 'send-lead'"),
				f.Count("SELECT count(*) FROM audit_log WHERE kind = 'lead'"),
			}
		}
		if got := counts(); got != [3]int64{1, 1, 1} {
			t.Errorf("got %v leads, jobs and audit rows, want 1 of each", got)
		}
		same := form()
		same.Email, same.Message = "MARIA@mail.example ", "Ten days in May.\r\nTwo adults.\n"
		same.Name, same.Phone, same.UserID, same.PageURL = "M. Silva", "", id(21), ""
		if lead, isNew, err := f.service.Submit(t.Context(), same); err != nil || isNew || lead != ids[0] {
			t.Errorf("got lead %d, added %v (%v), want %d", lead, isNew, err, ids[0])
		}
		for i, change := range []func(*leads.Submission){
			func(s *leads.Submission) { s.Message = "Another question" },
			func(s *leads.Submission) { s.Email = "joao@mail.example" },
			func(s *leads.Submission) { s.CollectionID = nil },
			func(s *leads.Submission) { s.PartnerID = 3 },
		} {
			form := form()
			change(&form)
			f.submit(form)
			if want := int64(i + 2); counts() != [3]int64{want, want, want} {
				t.Errorf("got %v leads, jobs and audit rows, want %d of each", counts(), want)
			}
		}
	})
}

func TestSubmit_Audit(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		lead := f.submit(form())
		if n := f.Count(`SELECT count(*) FROM audit_log
			WHERE action = 'created' AND kind = 'lead' AND record_id = ? AND record_name = 'Porto in winter'
				AND user_name = 'Visitor' AND user_id IS NULL AND ip_address = ''`, lead); n != 1 {
			t.Errorf("got %d audit rows, want 1", n)
		}
		f.wantNoPersonalData("maria", "silva", "mail.example", "ten days", "555")
	})
}

func TestMail_Recipient(t *testing.T) {
	t.Parallel()
	const notified = "UPDATE users SET lead_generation_notifications = TRUE WHERE id IN (21, 22)"
	for _, c := range []struct {
		about string
		setup []string
		user  *int64
		want  string
	}{
		{"the partner, without a user", nil, nil, `"Aurora" <desk@aurora.example>`},
		{"the partner, if the user is not notified", nil, id(21), `"Aurora" <desk@aurora.example>`},
		{"the user", []string{notified}, id(21), `"Ana" <ana@test.example>`},
		{"a user of no partner", []string{notified}, id(22), `"Tom" <tom@test.example>`},
		{
			"the user's booking address",
			[]string{notified, "UPDATE users SET booking_email = 'book@ana.example' WHERE id = 21"},
			id(21), `"Ana" <book@ana.example>`,
		},
		{
			"the partner, if the user is deactivated",
			[]string{notified, "UPDATE users SET deactivated_at = created_at WHERE id = 21"},
			id(21), `"Aurora" <desk@aurora.example>`,
		},
		{
			"the partner, if the user is deleted",
			[]string{notified, "UPDATE users SET deleted_at = created_at WHERE id = 21"},
			id(21), `"Aurora" <desk@aurora.example>`,
		},
		{"nobody, if the partner has no address", []string{"UPDATE partners SET email = ''"}, id(21), ""},
		{"nobody, if the partner is deleted", []string{"UPDATE partners SET deleted_at = created_at"}, nil, ""},
		{"nobody, if the lead is deleted before", []string{"DELETE FROM leads"}, nil, ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			t.Parallel()
			kittest.Each(t, func(t *testing.T, d *db.DB) {
				f := serve(t, d)
				form := form()
				form.UserID = c.user
				f.submit(form)
				for _, statement := range c.setup { // the recipient is looked up when the mail is sent
					f.Exec(statement)
				}
				f.RunJobs()
				got := []string{}
				for _, m := range f.Mail.Messages {
					got = append(got, m.To.String())
				}
				if joined := strings.Join(got, ", "); joined != c.want {
					t.Errorf("got mail to %q, want %q", joined, c.want)
				}
				if n := f.Count("SELECT count(*) FROM river_job WHERE kind = 'send-lead' AND state <> 'completed'"); n != 0 {
					t.Errorf("%d jobs are not completed", n)
				}
			})
		})
	}
}

func TestMail_Text(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.Exec("UPDATE users SET lead_generation_notifications = TRUE")
		full := form()
		full.UserID = id(21)
		f.submit(full)
		f.RunJobs()
		f.submit(leads.Submission{PartnerID: 2, Name: "Zoë", Email: "zoë@mail.example"})
		f.RunJobs()
		if len(f.Mail.Messages) != 2 {
			t.Fatalf("got %d messages, want 2", len(f.Mail.Messages))
		}
		first, second := f.Mail.Messages[0], f.Mail.Messages[1]
		if first.Subject != "New lead: Porto in winter" || first.ReplyTo.Address != "maria@mail.example" {
			t.Errorf("got the subject %q, reply to %v", first.Subject, first.ReplyTo)
		}
		want := "Hello Ana,\n\nMaria Silva has sent the form on the page of Porto in winter.\n\n" +
			"Name: Maria Silva\nE-mail: maria@mail.example\nPhone: +351 21 555 0100\nPage: https://go.test.example/c31\n\n" +
			"Message:\n\nTen days in May.\nTwo adults.\n\nReply to this message to answer them.\n"
		if first.Text != want {
			t.Errorf("got %q\nwant %q", first.Text, want)
		}
		// Mail programs could not reply to an address that their servers refuse.
		want = "Hello,\n\nZoë has sent the form on the page of Aurora.\n\nName: Zoë\nE-mail: zoë@mail.example\n"
		if second.Text != want || second.ReplyTo.Address != "" || second.Subject != "New lead: Aurora" {
			t.Errorf("got %+v\nwant %q", second, want)
		}
	})
}
