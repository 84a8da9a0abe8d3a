package main

import (
	"context"
	"fmt"

	"waymark/internal/app"
)

type rotateKey struct{}

func (rotateKey) Run(ctx context.Context, shared *settings) error {
	report, err := app.RotateKey(ctx, shared.config(), func() {})
	if err != nil {
		return err
	}
	fmt.Printf("The secret key has been replaced. %d secrets were encrypted again.\n", report.Renewed)
	if report.Unreadable > 0 {
		fmt.Printf("%d secrets could not be decrypted with either key. They did not work before, and stay as they are.\n",
			report.Unreadable)
	}
	if report.KeyFile != "" {
		fmt.Printf("The new key is in %s. Backups that were made before contain the old one.\n", report.KeyFile)
		return nil
	}
	fmt.Println("Restart all servers without --old-secret-key. Keep the old key as long as backups from before are kept.")
	return nil
}
