// Package content stores the items the platform shows: web content such as articles, videos and audio, and images.
package content

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/webpage"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Content is an item with a URL: an article, a video, a recipe.
type Content struct {
	resource.Row
	ContentURL        string           `json:"content_url"`
	TypeID            *int64           `json:"type_id"`
	Type              *ItemKind        `json:"type"`
	DepthID           *int64           `json:"depth_id"`
	Depth             *ItemKind        `json:"depth"`
	Author            string           `json:"author" doc:"Only for media types with an author."`
	Runtime           *int64           `json:"runtime" doc:"In minutes; only for media types with a runtime."`
	PublisherIDs      []int64          `json:"publisher_ids" nullable:"false"`
	Publishers        []resource.Named `json:"publishers" nullable:"false"`
	LanguageIDs       []int64          `json:"language_ids" nullable:"false"`
	Languages         []resource.Named `json:"languages" nullable:"false"`
	SubtitleIDs       []int64          `json:"subtitle_ids" nullable:"false" doc:"Only for media types with a runtime."`
	Subtitles         []resource.Named `json:"subtitles" nullable:"false"`
	LeadIn            string           `json:"lead_in" doc:"Defaults to the value of the media type."`
	LeadInOverride    bool             `json:"lead_in_override"`
	EmbedCode         string           `json:"embed_code"`
	EmbedCodeOverride bool             `json:"embed_code_override"`
	EmbedClasses      string           `json:"embed_classes" enum:"responsive-16x9,responsive-4x3,"`
	LinkState
	Common
}

// Trash deletes and restores content.
var Trash = trash.Kind{Name: "content", Table: "content", Images: []string{"featured_image_id"}}

var embedClasses = []string{"responsive-16x9", "responsive-4x3"}

// itemUses are what content and images are part of.
var itemUses = []uses.Use{
	{
		Kind: "collections", Link: schema.CollectionContent.Reverse(), Path: "/collections?content_id={id}",
		OnDelete: uses.Unlinks,
	},
	{
		Kind: "libraries", Link: schema.ContentLibraries, Path: "/libraries?content_id={id}", OnDelete: uses.Unlinks,
	},
}

// Definition declares content. Only admins may change the fields in steps five and six of its form.
var Definition = resource.Definition[Content]{
	Path: "content", Table: schema.Content, Label: "Content", Name: "title", Sort: "-created_at",
	SortBy: []string{"created_at"},
	Scope:  "block_type = '" + blockContent + "'", Trash: &Trash, Without: []resource.Verb{resource.Listing},
	Uses: itemUses,
	// The survivor gets publishers, which only admins may change.
	Merge: &merge.Rules[Content]{Access: api.Admins, Copied: []table.Link{
		schema.ContentDestinations, schema.ContentTags, schema.ContentPublishers, schema.ContentLibraries,
	}, URLColumn: "canonical_url"},
	Fields: func(c *Content) resource.Fields {
		return slices.Concat(resource.Fields{
			resource.Code(&c.ContentURL, resource.Required, resource.Max(2000), resource.Normalised(webpage.WithScheme),
				resource.Valid(webpage.Problem), resource.ImportKey(byCanonicalURL)),
			resource.Ref(&c.TypeID, schema.ContentTypes, resource.Required, resource.Initially(defaultType)),
			resource.Related(&c.Type, &c.TypeID, schema.ContentTypes),
			resource.Ref(&c.DepthID, schema.ContentDepths, resource.Initially(2)),
			resource.Related(&c.Depth, &c.DepthID, schema.ContentDepths),
			resource.Text(&c.Author, resource.Max(160)),
			resource.OptionalInt(&c.Runtime, resource.Between(1, 10_000)),
			resource.Refs(&c.PublisherIDs, schema.ContentPublishers),
			resource.RelatedAll(&c.Publishers, &c.PublisherIDs, schema.ContentPublishers.To),
			resource.Refs(&c.LanguageIDs, schema.ContentLanguages, resource.Initially([]int64{1})),
			resource.RelatedAll(&c.Languages, &c.LanguageIDs, schema.Languages),
			resource.Refs(&c.SubtitleIDs, schema.ContentSubtitles),
			resource.RelatedAll(&c.Subtitles, &c.SubtitleIDs, schema.Languages),
			resource.Text(&c.LeadIn, resource.Max(120)),
			resource.Bool(&c.LeadInOverride),
			resource.Source(&c.EmbedCode),
			resource.Bool(&c.EmbedCodeOverride),
			resource.Enum(&c.EmbedClasses, embedClasses),
		}, linkFields(&c.LinkState), commonFields(&c.Common))
	},
	Columns: func(ctx context.Context, _ *resource.Change[Content]) map[string]any {
		return createdAs(ctx, blockContent)
	},
	Check: check, Rules: resource.Rules[Content]{CheckUndo: forgetLinkState},
}

// forgetLinkState clears the result of link checks of items to which an undo has given another URL.
func forgetLinkState(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	ids := []int64{}
	for _, change := range changes.List {
		if change.Sets("content_url") {
			ids = append(ids, change.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE content SET link_status = '', link_checked_at = NULL WHERE "+tx.OneOf("id"),
		db.IDs(ids))
	if err != nil {
		return fmt.Errorf("clear the results of link checks: %w", err)
	}
	return nil
}

// byCanonicalURL matches the rows of files with items by their URLs.
var byCanonicalURL = importer.KeyColumn{Column: "canonical_url", Where: "canonical_url <> ''", Value: canonical}

// canonical returns the same text for all URLs of a page, or nothing for a text that is no URL.
func canonical(address string) string {
	text, _ := webpage.Canonical(address)
	return text
}

// createdAs returns the columns stored with a new item: its block type and its creator.
func createdAs(ctx context.Context, block string) map[string]any {
	columns := map[string]any{"block_type": block}
	if user := auth.Current(ctx); user != nil {
		columns["created_by_id"] = user.ID
	}
	return columns
}

// check refuses changes the user may not make, then applies the defaults and restrictions of the media type.
func check(ctx context.Context, tx *write.Tx, c *resource.Change[Content]) error {
	if c.Before == nil && !c.Sent("published_at") {
		c.After.PublishedAt = &tx.Now
	}
	if err := checkSteps(ctx, tx, c); err != nil {
		return err
	}
	if len(c.Problems) > 0 {
		return nil
	}
	mediaType, err := db.One[struct {
		LeadIn     string `db:"lead_in"`
		HasAuthor  bool   `db:"has_author"`
		HasRuntime bool   `db:"has_runtime"`
	}](ctx, tx.Conn, "SELECT lead_in, has_author, has_runtime FROM content_types WHERE id = ?", *c.After.TypeID)
	if err != nil {
		return fmt.Errorf("load media type: %w", err)
	}
	if !c.After.LeadInOverride {
		c.After.LeadIn = mediaType.LeadIn
	}
	if !mediaType.HasAuthor {
		c.After.Author = ""
	}
	if !mediaType.HasRuntime {
		c.After.Runtime, c.After.SubtitleIDs = nil, []int64{}
	}
	setPublisher(ctx, c, scheduleOf)
	if c.Before == nil || c.Before.ContentURL != c.After.ContentURL {
		c.SetColumn("canonical_url", canonical(c.After.ContentURL))
		c.SetColumn("link_status", "")
		c.SetColumn("link_checked_at", nil)
	}
	return nil
}

func scheduleOf(c *Content) *Schedule { return &c.Schedule }

// checkSteps refuses changes by editors to the fields in steps five and six of the form. Values that equal the current
// ones, or the defaults of a new item, are accepted.
func checkSteps(ctx context.Context, tx *write.Tx, c *resource.Change[Content]) error {
	user := auth.Current(ctx)
	if user == nil || user.Role == auth.Admin {
		return nil
	}
	before := c.Before
	if before == nil {
		house := int64(housePartner)
		before = &Content{LanguageIDs: []int64{1}, Common: Common{LibraryIDs: []int64{1}, PartnerID: &house}}
		// The form sends the day on which it was opened.
		if p := c.After.PublishedAt; p != nil && p.Sub(tx.Now).Abs() < 24*time.Hour {
			c.After.PublishedAt = &tx.Now
		}
		before.PublishedAt = &tx.Now
	}
	after := c.After
	if !after.LeadInOverride && !before.LeadInOverride {
		after.LeadIn = before.LeadIn // Comes from the media type.
	}
	same := map[string]bool{
		"publisher_ids":       sameIDs(before.PublisherIDs, after.PublisherIDs),
		"language_ids":        sameIDs(before.LanguageIDs, after.LanguageIDs),
		"subtitle_ids":        sameIDs(before.SubtitleIDs, after.SubtitleIDs),
		"library_ids":         sameIDs(before.LibraryIDs, after.LibraryIDs),
		"published_at":        sameTime(before.PublishedAt, after.PublishedAt),
		"partner_id":          after.PartnerID != nil && *before.PartnerID == *after.PartnerID,
		"lead_in":             before.LeadIn == after.LeadIn,
		"lead_in_override":    before.LeadInOverride == after.LeadInOverride,
		"embed_code":          before.EmbedCode == after.EmbedCode,
		"embed_code_override": before.EmbedCodeOverride == after.EmbedCodeOverride,
		"embed_classes":       before.EmbedClasses == after.EmbedClasses,
	}
	var forbidden apierr.Fields
	for field, unchanged := range same {
		if !unchanged {
			forbidden.Add(field, "Only admins can change this.")
		}
	}
	return apierr.NotAllowedFields("Only admins can change this.", forbidden)
}

// adminColumns are the columns and links of the fields in steps five and six of the form.
var adminColumns = []string{
	"published_at", "partner_id", "lead_in", "lead_in_override", "embed_code", "embed_code_override", "embed_classes",
	schema.ContentPublishers.Table, schema.ContentLanguages.Table, schema.ContentSubtitles.Table,
	schema.ContentLibraries.Table,
}

// formOperations are the calls with which only admins can change these columns. Editors may use all others.
var formOperations = []string{"updateContent", "updateContentForm", "restoreVersionOfContent", "startImport"}

// MayUndo refuses editors who would set back what only admins can change in the form.
func MayUndo(change history.RowChange) error {
	if change.Own || !slices.Contains(formOperations, change.Operation) {
		return nil
	}
	for _, column := range adminColumns {
		if column == change.Table || change.Sets(column) {
			return apierr.NotAllowed("Only admins can change this.")
		}
	}
	return nil
}

// housePartner is the id of the platform's own partner.
const housePartner = 1

func sameIDs(a, b []int64) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func sameTime(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

func mountWords(kit resource.Kit) {
	lookup.MountWords(kit.API, "options/block-types", "List block types", []lookup.Word{
		{ID: "all", Name: "All"}, {ID: blockContent, Name: "Content"}, {ID: blockImage, Name: "Image"},
	})
	lookup.MountWords(kit.API, "options/content-published", "List content statuses", []lookup.Word{
		{ID: "all", Name: "All"},
		{ID: published, Name: "Published"},
		{ID: draft, Name: "Draft"},
		{ID: scheduled, Name: "Scheduled"},
		{ID: expired, Name: "Expired"},
	})
}

// Mount registers the endpoints of content and images.
func Mount(kit resource.Kit) {
	kit.API.NameRecords("content", "content", "content")
	mountWords(kit)
	resource.Mount(kit, List)
	resource.Mount(kit, Definition)
	kit.API.NameRecords("update-content", "content-form", "content-forms")
	form := Definition
	form.Path, form.Table = "update-content", schema.Content
	form.Uses, form.Merge = nil, nil
	form.Without = []resource.Verb{resource.Listing, resource.Creating, resource.Removing}
	resource.Mount(kit, form)
	resource.Mount(kit, ImageDefinition)
	newQuickItems(kit).mount()
	mountDuplicate(kit)
	mountBulk(kit)
	MountParse(kit, kit.Media.Fetch)
}
