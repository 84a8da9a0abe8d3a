// Package webpage tells which page an address means, and what a page says about itself.
package webpage
