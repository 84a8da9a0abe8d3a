// Command walk opens every screen, dialog and menu of the console in both themes at both widths, and checks each with
// all rules of axe. The browser tests check less of each, because this takes a few minutes.
//
// SCREENSHOTS=folder also takes a picture of each.
package main

import "waymark/scripts/prove/internal/browser"

func main() { browser.Prove("walk.spec.ts", "WALK_FULL=1") }
