// Command sbom prints the components of a binary and of the web app in it, as a CycloneDX document.
//
//	go run ./scripts/sbom BINARY VERSION
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

type document struct {
	Schema      string      `json:"$schema"`
	BOMFormat   string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref,omitempty"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: sbom BINARY VERSION")
	}
	modules, err := goModules(args[0])
	if err != nil {
		return err
	}
	packages, err := npmPackages("web/package-lock.json")
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", BOMFormat: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata:   metadata{component{Type: "application", Name: "waymark", Version: args[1]}},
		Components: slices.Concat(modules, packages),
	})
}

// goModules returns what the linker has recorded in a binary.
func goModules(binary string) ([]component, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	list := []component{library("golang", "std", info.GoVersion, nil)}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		list = append(list, library("golang", module.Path, module.Version, nil))
	}
	return list, nil
}

// npmPackages returns the runtime dependencies of the web app.
func npmPackages(lockFile string) ([]component, error) {
	content, err := os.ReadFile(lockFile)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, Integrity string
			Dev, DevOptional   bool
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", lockFile, err)
	}
	list := []component{}
	for path, p := range lock.Packages {
		at := strings.LastIndex(path, "node_modules/")
		if at < 0 || p.Dev || p.DevOptional {
			continue
		}
		hashes := []hash{}
		if encoded, ok := strings.CutPrefix(p.Integrity, "sha512-"); ok {
			raw, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil {
				return nil, fmt.Errorf("integrity of %s: %w", path, err)
			}
			hashes = append(hashes, hash{"SHA-512", hex.EncodeToString(raw)})
		}
		list = append(list, library("npm", path[at+len("node_modules/"):], p.Version, hashes))
	}
	slices.SortFunc(list, func(a, b component) int { return cmp.Compare(a.PURL, b.PURL) })
	return slices.CompactFunc(list, func(a, b component) bool { return a.PURL == b.PURL }), nil
}

func library(kind, name, version string, hashes []hash) component {
	purl := "pkg:" + kind + "/" + strings.ReplaceAll(name, "@", "%40") + "@" + version
	return component{Type: "library", Ref: purl, Name: name, Version: version, PURL: purl, Hashes: hashes}
}
