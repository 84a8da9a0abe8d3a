// Command notices generates THIRD-PARTY-NOTICES.txt: the licences of all modules in the binary, of all packages in
// the web app, and of the typeface, icons and data in them.
//
//	go run ./scripts/notices [FILE]
package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed texts
var texts embed.FS

// component is a part of the product that was made by others.
type component struct {
	name, version string
	texts         []string // licences and required notices
}

type section struct {
	title      string
	components []component
}

const introduction = `THIRD-PARTY NOTICES

Waymark contains software, a typeface, icons and data made by others. The lists
below name them, with the numbers of the licences and notices that follow. This
file is written by "make gen".
`

func main() {
	file := "THIRD-PARTY-NOTICES.txt"
	if len(os.Args) > 1 {
		file = os.Args[1]
	}
	if err := run(file); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(file string) error {
	modules, err := goModules()
	if err != nil {
		return err
	}
	packages, err := npmPackages("web")
	if err != nil {
		return err
	}
	data, err := dataFiles("web")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(introduction)
	licences := &uniqueTexts{}
	for _, s := range []section{
		{"Go modules in the program", modules},
		{"npm packages in the web app", packages},
		{"Icons and data", data},
	} {
		s.write(&b, licences)
	}
	for i, text := range licences.texts {
		fmt.Fprintf(&b, "\n%s\n[%d]\n\n%s\n", strings.Repeat("-", 78), i+1, text)
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// uniqueTexts assigns the same number to equal texts.
type uniqueTexts struct{ texts []string }

func (n *uniqueTexts) number(text string) int {
	at := slices.Index(n.texts, text)
	if at < 0 {
		at = len(n.texts)
		n.texts = append(n.texts, text)
	}
	return at + 1
}

func (s section) write(b *bytes.Buffer, licences *uniqueTexts) {
	slices.SortFunc(s.components, func(a, b component) int { return strings.Compare(a.name, b.name) })
	fmt.Fprintf(b, "\n%s\n\n", s.title)
	for _, c := range s.components {
		b.WriteString("  " + strings.TrimSpace(c.name+" "+c.version))
		for _, text := range c.texts {
			fmt.Fprintf(b, " [%d]", licences.number(text))
		}
		b.WriteString("\n")
	}
}

var licenceName = regexp.MustCompile(`(?i)^(un)?(licen[sc]e|copying|copyright|notice|patents)([.-].*)?$`)

// licences returns the texts of all licences and notices in the given folders, in this order.
func licences(folders ...string) ([]string, error) {
	found := []string{}
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() || !licenceName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(folder, e.Name()))
			if err != nil {
				return nil, err
			}
			if t := tidy(text); !slices.Contains(found, t) {
				found = append(found, t)
			}
		}
	}
	return found, nil
}

// tidy normalises line endings and removes trailing spaces, so that equal licences compare as equal.
func tidy(text []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func text(name string) (string, error) {
	content, err := texts.ReadFile("texts/" + name)
	return tidy(content), err
}

// mit returns the MIT licence, for components that name it without including its text.
func mit(holder string) (string, error) {
	licence, err := text("MIT.txt")
	return strings.Replace(licence, "{holder}", holder, 1), err
}
