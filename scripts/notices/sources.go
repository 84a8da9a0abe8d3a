package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// goModules returns the modules that are linked into the binary, with either SQLite driver. The platform is fixed, so
// that the list does not depend on the machine.
func goModules() ([]component, error) {
	names, versions, roots := []string{}, map[string]string{}, map[string]string{}
	folders := map[string][]string{} // of a module, including its root
	for _, cgo := range []string{"0", "1"} {
		list := exec.Command("go", "list", "-deps", "-tags", "sqlite_fts5",
			"-f", `{{with .Module}}{{if not .Main}}{{.Path}}|{{.Version}}|{{.Dir}}|{{$.Dir}}{{end}}{{end}}`, "./cmd/waymark")
		list.Env = append(os.Environ(), "CGO_ENABLED="+cgo, "GOOS=linux", "GOARCH=amd64")
		list.Stderr = os.Stderr
		output, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("list modules: %w", err)
		}
		for line := range strings.FieldsSeq(string(output)) {
			parts := strings.Split(line, "|")
			if len(parts) != 4 {
				return nil, fmt.Errorf("list modules: unexpected line %q", line)
			}
			name, root := parts[0], parts[2]
			if _, known := roots[name]; !known {
				names = append(names, name)
			}
			versions[name], roots[name] = parts[1], root
			for folder := parts[3]; len(folder) >= len(root); folder = filepath.Dir(folder) {
				folders[name] = append(folders[name], folder)
			}
		}
	}
	all := []component{}
	for _, name := range names {
		slices.Sort(folders[name])
		texts, err := licences(slices.Compact(folders[name])...)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("the module %s has no licence", name)
		}
		all = append(all, component{name, versions[name], texts})
		if name == "golang.org/x/sys" { // The standard library has the same licence.
			all = append(all, component{"Go standard library", "", texts})
		}
	}
	return all, nil
}

// npmPackages returns the runtime dependencies of the web app.
func npmPackages(web string) ([]component, error) {
	content, err := os.ReadFile(filepath.Join(web, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, DevOptional bool
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, err
	}
	all := []component{}
	for path, p := range lock.Packages {
		_, name, below := strings.Cut(path, "node_modules/")
		if !below || p.Dev || p.DevOptional || strings.HasPrefix(name, "@types/") {
			continue
		}
		texts, err := licences(filepath.Join(web, filepath.FromSlash(path)))
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			declared, err := declaredLicence(filepath.Join(web, filepath.FromSlash(path)))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			texts = []string{declared}
		}
		if name == "@fontsource-variable/inter" {
			name += " (the Inter typeface)"
		}
		all = append(all, component{name, p.Version, texts})
	}
	return all, nil
}

// declaredLicence returns the licence of a package that only names it.
func declaredLicence(folder string) (string, error) {
	content, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", err
	}
	var p struct {
		License string
		Author  any
	}
	if err := json.Unmarshal(content, &p); err != nil {
		return "", err
	}
	author, ok := p.Author.(string)
	if p.License != "MIT" || !ok {
		return "", errors.New("the package has no licence file, and does not declare the MIT licence and an author")
	}
	return mit(author)
}

// dataFiles returns the icons and data that were copied into this repository or are copied when the web app is built.
func dataFiles(web string) ([]component, error) {
	icons, err := licences(filepath.Join(web, "node_modules", "@fortawesome", "fontawesome-free"))
	if err != nil {
		return nil, err
	}
	metadata, err := mit("2020 Lotus")
	if err != nil {
		return nil, err
	}
	lgpl, err := text("LGPL-2.1.txt")
	if err != nil {
		return nil, err
	}
	return []component{
		{"Font Awesome Free (icons)", "", icons},
		{"google-font-metadata (names and weights of Google fonts, in internal/platform/fonts)", "", []string{metadata}},
		{"iso-codes (countries, subdivisions and languages, in migrations/iso)", "", []string{isoCodes, lgpl}},
	}, nil
}

const isoCodes = `The data of iso-codes is free under the GNU Lesser General Public License,
version 2.1 or (at your option) any later version; copyright of its authors,
who are named at https://salsa.debian.org/iso-codes-team/iso-codes. The three
files made from it are data under that same licence, kept apart from the
program.`
