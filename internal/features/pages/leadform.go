package pages

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
)

// Lead is what a visitor has sent with a lead form.
type Lead struct {
	PartnerID                   int64
	UserID, CollectionID        *int64
	Name, Email, Phone, Message string
	PageURL                     string
}

const (
	maxForm = 64 << 10
	// leadsPerHour is how many forms an address may send.
	leadsPerHour = 10
	// leadsPerPage and leadsPerPartner are how many forms all addresses may send in an hour. Programs have many
	// addresses, and each lead is an e-mail to the partner.
	leadsPerPage    = 200
	leadsPerPartner = 1000
)

// submitLead stores a lead and returns to the page, which then says thank you. Everything works without scripts.
func (s *Server) submitLead(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	values, err := readForm(w, r)
	if err != nil {
		http.Error(w, "This form can't be read.", http.StatusBadRequest)
		return
	}
	at, ok := newAddress(Landing, r.PathValue("id"), values, siteOf(r).partner)
	if !ok || at.page != 1 {
		s.sendMissing(w, r)
		return
	}
	page, err := s.page(r.Context(), at)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if page.leadForm == nil || page.status != http.StatusOK || page.redirectTo(r, at) != "" {
		s.sendMissing(w, r)
		return
	}
	if status, problems := s.takeLead(r, page, values); status != 0 {
		showProblems(w, page, values, status, problems)
		return
	}
	to := at.query()
	to.Set("sent", "1")
	http.Redirect(w, r, "/"+at.id+"?"+to.Encode()+"#enquiry", http.StatusSeeOther) //nolint:gosec // a path of this site
}

var errForeignForm = errors.New("the form is on another site")

// readForm reads the values of a form that was sent from one of the pages.
func readForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if origin := r.Header.Get("Origin"); origin != "" && !sameHost(origin, r.Host) {
		return nil, errForeignForm
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return nil, errForeignForm
	}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/x-www-form-urlencoded" {
		return nil, fmt.Errorf("the form has the type %q", kind)
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	return r.PostForm, nil
}

func sameHost(origin, hostname string) bool {
	parsed, err := url.Parse(origin)
	return err == nil && strings.EqualFold(parsed.Host, hostname)
}

// takeLead stores a lead. Unless status is 0, problems says why it was refused, in the language of the page.
func (s *Server) takeLead(r *http.Request, page *rendered, values url.Values) (status int, problems map[string]string) {
	words := wordsIn(page.language)
	if values.Get(HoneypotField) != "" { // a robot gets the same response
		return 0, nil
	}
	ctx := r.Context()
	wait, err := auth.Limits{DB: s.DB}.Hit(ctx,
		auth.Limit{Key: "lead " + auth.AddressKey(api.ClientIP(ctx)), Allowed: leadsPerHour, Per: time.Hour},
		auth.Limit{Key: fmt.Sprint("lead page ", page.record), Allowed: leadsPerPage, Per: time.Hour},
		auth.Limit{Key: fmt.Sprint("lead partner ", page.partner), Allowed: leadsPerPartner, Per: time.Hour},
	)
	if err == nil && wait > 0 {
		return http.StatusTooManyRequests, map[string]string{"": words.TooMany}
	}
	if err == nil {
		err = s.SubmitLead(ctx, page.lead(values))
	}
	if refused, ok := apierr.As(err); ok && len(refused.Errors) > 0 {
		return http.StatusUnprocessableEntity, words.problems(values, refused.Errors)
	}
	if err != nil { // what the visitor has typed must not be lost
		s.logFailure(ctx, err)
		return http.StatusServiceUnavailable, map[string]string{"": words.NotSent}
	}
	return 0, nil
}

func (p *rendered) lead(values url.Values) Lead {
	return Lead{
		PartnerID: p.partner, UserID: p.user, CollectionID: &p.record, Name: values.Get("name"),
		Email: values.Get("email"), Phone: values.Get("phone"), Message: values.Get("message"), PageURL: p.canonical,
	}
}

// problems translates the problems of the fields of a form.
func (w *words) problems(values url.Values, found map[string][]string) map[string]string {
	problems := map[string]string{}
	for field := range found {
		value := strings.TrimSpace(values.Get(field))
		switch {
		case value == "":
			problems[field] = w.Required
		case field == "email":
			problems[field] = w.WrongEmail
		case utf8.RuneCountInString(value) > maxLead[field]:
			problems[field] = w.TooLong
		default:
			problems[field] = w.NotText
		}
	}
	return problems
}

// showProblems shows the form again, with what the visitor has typed and what is wrong with it.
func showProblems(
	w http.ResponseWriter, page *rendered, values url.Values, status int, problems map[string]string,
) {
	form := *page.leadForm
	form.Values = LeadValues{values.Get("name"), values.Get("email"), values.Get("phone"), values.Get("message")}
	form.Errors = problems
	words := wordsIn(page.language)
	var again writer
	again.form(newFormView(&form, words), words)
	header := w.Header()
	header["Content-Security-Policy"] = page.policy
	header.Set("Content-Type", htmlType)
	w.WriteHeader(status)
	html := page.html
	for _, part := range [][]byte{html[:page.parts.formStart], again.out, html[page.parts.formEnd:]} {
		_, _ = w.Write(part) //nolint:gosec // the writer has escaped everything
	}
}
