package resource

// Slugify is tested with the names that the web app's own tests have.
var Slugify = slugify
