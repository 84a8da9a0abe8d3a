// Package web holds the built web app.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FirstLoads is what each screen needs when the browser opens it first, as JSON. Without a built app it is an empty
// list.
func FirstLoads() []byte {
	list, err := dist.ReadFile("dist/first-loads.json")
	if err != nil {
		return []byte("[]")
	}
	return list
}

// App is the built app's files, or none where it has not been built.
func App() (fs.FS, bool) {
	app, err := fs.Sub(dist, "dist/app")
	if err != nil {
		return nil, false
	}
	_, err = fs.Stat(app, "index.html")
	return app, err == nil
}
