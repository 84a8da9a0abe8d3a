// Command release proves that what `make release` builds works on machines that have nothing but Debian. It needs root
// on Debian, amd64.
//
//   - Two builds of the same commit have the same bytes.
//   - The package is installed in a bare Debian root, its unit passes `systemd-analyze verify`, and its server answers
//     a sign-in, a page and a list. Removing it with purge keeps the data.
//   - The binary for arm64 runs under qemu, and its server becomes ready.
//   - The steps of deploy/Dockerfile are executed, see scripts/dockerfile-steps.
//
// Usage:
//
//	make prove release
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := prove(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
	fmt.Println("release: everything works.")
}

func prove(ctx context.Context) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("a root file system can be created and entered only as root")
	}
	if err := run(ctx, "scripts/need", "debootstrap", "qemu-aarch64-static"); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("/var/tmp", "waymark-release-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"two builds are equal", func() error { return compareBuilds(ctx, folder) }},
		{"the package works on bare Debian", func() error { return proveOnDebian(ctx, filepath.Join(folder, "root")) }},
		{"the binary for arm64 works", func() error { return proveOnARM(ctx, filepath.Join(folder, "arm64")) }},
		{"the steps of the Dockerfile work", func() error { return run(ctx, "scripts/dockerfile-steps") }},
	} {
		fmt.Printf("== %s\n", step.name)
		if err := step.run(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// compareBuilds builds the release in dist and once more elsewhere.
func compareBuilds(ctx context.Context, folder string) error {
	if err := run(ctx, "scripts/release"); err != nil {
		return err
	}
	second := filepath.Join(folder, "second")
	if err := run(ctx, "scripts/release", second); err != nil {
		return err
	}
	return run(ctx, "diff", "dist/SHA256SUMS", filepath.Join(second, "SHA256SUMS"))
}

// proveOnDebian installs the package in a new root file system.
func proveOnDebian(ctx context.Context, root string) error {
	if err := run(ctx, "debootstrap", "--variant=minbase", "--include=systemd", "bookworm", root); err != nil {
		return err
	}
	name, err := find("dist/waymark_*_amd64.deb")
	if err != nil {
		return err
	}
	if err := run(ctx, "cp", name, filepath.Join(root, "waymark.deb")); err != nil {
		return err
	}
	for _, command := range []string{"go", "node", "gcc", "cc"} {
		if exec.CommandContext(ctx, "chroot", root, "which", command).Run() == nil {
			return fmt.Errorf("the root file system has %s", command)
		}
	}
	if err := run(ctx, "chroot", root, "dpkg", "--install", "waymark.deb"); err != nil {
		return err
	}
	unit := "/lib/systemd/system/waymark.service"
	if err := run(ctx, "chroot", root, "systemd-analyze", "verify", "--man=no", unit); err != nil {
		return err
	}
	config := []string{"--config", "/etc/waymark/waymark.conf"}
	if err := proveSecrets(ctx, root, config); err != nil {
		return err
	}
	s := &server{command: []string{"chroot", "--userspec=waymark:waymark", root, "/usr/bin/waymark"}, flags: config}
	if err := s.prove(ctx); err != nil {
		return err
	}
	if err := run(ctx, "chroot", root, "dpkg", "--purge", "waymark"); err != nil {
		return err
	}
	for _, kept := range []string{"var/lib/waymark/waymark.db", "var/lib/waymark/secret.key"} {
		if _, err := os.Stat(filepath.Join(root, kept)); err != nil {
			return fmt.Errorf("purge has deleted data: %w", err)
		}
	}
	return nil
}

// proveSecrets runs a command as the user of the server: it uses the database that is named in the file with secrets,
// and other users can't read that file.
func proveSecrets(ctx context.Context, root string, config []string) error {
	secrets := filepath.Join(root, "etc/waymark/secrets.env")
	info, err := os.Stat(secrets)
	if err != nil {
		return err
	}
	if got := info.Mode().Perm(); got != 0o640 {
		return fmt.Errorf("the file with secrets has the mode %o, want 640", got)
	}
	before, err := os.ReadFile(secrets)
	if err != nil {
		return err
	}
	const database = "WAYMARK_DATABASE=sqlite:/var/lib/waymark/secret/waymark.db\n"
	if err := os.WriteFile(secrets, []byte(database), 0o640); err != nil {
		return err
	}
	command := func(user string, args ...string) error {
		args = append([]string{"--userspec=" + user, root, "/usr/bin/waymark"}, args...)
		return run(ctx, "chroot", append(args, config...)...)
	}
	if err := errors.Join(command("waymark:waymark", "migrate"),
		command("waymark:waymark", "staff", "reset-password", "admin@waymark.example")); err == nil {
		return errors.New("a database without staff has a member of staff")
	}
	if command("nobody:nogroup", "staff", "list") == nil {
		return errors.New("another user could run a command without the secrets")
	}
	if _, err := os.Stat(filepath.Join(root, "var/lib/waymark/secret/waymark.db")); err != nil {
		return fmt.Errorf("the command did not use the database of the secrets: %w", err)
	}
	return os.WriteFile(secrets, before, 0o640)
}

func proveOnARM(ctx context.Context, folder string) error {
	binary, err := find("dist/waymark-*-linux-arm64")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	database := []string{"--database", "sqlite:" + filepath.Join(folder, "waymark.db")}
	return (&server{command: []string{"qemu-aarch64-static", binary}, flags: database}).prove(ctx)
}

func find(pattern string) (string, error) {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) != 1 {
		return "", fmt.Errorf("%d files match %s", len(names), pattern)
	}
	return names[0], nil
}

// run runs a command and shows its output.
func run(ctx context.Context, name string, args ...string) error {
	command := exec.CommandContext(ctx, name, args...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}
