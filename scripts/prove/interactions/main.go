// Command interactions measures what the console takes from an input to the next frame that shows its effect: the event
// timing that browsers report as "interaction to next paint". It prints the page's own script and layout, painting, and
// the total with drawing in software and other processes. It fails if the median of script and layout is above 50 ms.
package main

import "waymark/scripts/prove/internal/browser"

func main() { browser.Measure("interactions.spec.ts") }
