package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"waymark/scripts/prove/internal/server"
)

// perPage is the largest page of a list.
const perPage = 100

// figuresOfMoment are responses that depend on the moment of the request.
var figuresOfMoment = map[string]bool{"/api/admin/dashboard/queue-status": true, "/api/admin/status": true}

var imagePath = regexp.MustCompile(`/files/[0-9a-z]{24}/[0-9a-z-]+\.(?:jpg|png)`)

// comparison compares the responses of two servers.
type comparison struct {
	from, to *server.Server
	images   map[string]bool
	pages    int
}

// compare compares everything that the console reads without an id.
func compare(from, to *server.Server) error {
	c := &comparison{from: from, to: to, images: map[string]bool{}}
	paths, err := c.readPaths()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := c.compareList(path); err != nil {
			return err
		}
	}
	for path := range c.images {
		if _, err := c.compareOne(path); err != nil {
			return err
		}
	}
	if len(c.images) == 0 {
		return errors.New("no image was compared")
	}
	fmt.Printf("%d lists and figures (%d pages) and %d images are equal\n", len(paths), c.pages, len(c.images))
	return nil
}

// readPaths returns the paths of all reads that need no id.
func (c *comparison) readPaths() ([]string, error) {
	status, text := c.from.Get("/api/openapi.json")
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(text), &document); err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("read the OpenAPI document: %d %.200s", status, text)
	}
	paths := []string{}
	for path, methods := range document.Paths {
		if methods["get"] != nil && strings.HasPrefix(path, "/api/admin/") && !strings.Contains(path, "{") &&
			!strings.Contains(path, "export") && !figuresOfMoment[path] {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// compareList compares all pages of a list, or the only response.
func (c *comparison) compareList(path string) error {
	text, err := c.compareOne(path)
	if err != nil {
		return err
	}
	var list struct {
		Meta struct {
			Total    int `json:"total"`
			LastPage int `json:"last_page"`
		} `json:"meta"`
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil || list.Meta.Total <= perPage/4 {
		return nil //nolint:nilerr // not a list
	}
	for page := 1; page <= list.Meta.Total/perPage+1; page++ {
		if _, err := c.compareOne(fmt.Sprintf("%s?per_page=%d&page=%d", path, perPage, page)); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparison) compareOne(path string) (string, error) {
	status, want := c.from.Get(path)
	movedStatus, got := c.to.Get(path)
	if want != got {
		// A time such as "44 minutes ago" can change between the two requests, but not again.
		status, want = c.from.Get(path)
		movedStatus, got = c.to.Get(path)
	}
	if status != movedStatus || want != got {
		return "", fmt.Errorf("%s differs: %d %s\nand %d %s", path, movedStatus, difference(got, want), status,
			difference(want, got))
	}
	c.pages++
	for _, image := range imagePath.FindAllString(want, -1) {
		c.images[image] = true
	}
	return want, nil
}

// difference returns the part of a text that begins where it differs from another.
func difference(text, other string) string {
	at := 0
	for at < min(len(text), len(other)) && text[at] == other[at] {
		at++
	}
	return fmt.Sprintf("%.200s", text[max(0, at-60):])
}
