package media

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"waymark/internal/kit/tracing"
)

// Operations is the metric of operations of the storage.
var Operations = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Name: "waymark_storage_operation_duration_seconds",
	Help: "Duration of operations of the storage for uploaded files in seconds.", Buckets: []float64{.001, .01, .1, 1, 10},
}, []string{"operation", "result"})

// operation is one kind of operation, with its observers.
type operation struct {
	name               string
	succeeded, failing prometheus.Observer
}

func newOperation(name string) operation {
	return operation{name, Operations.WithLabelValues(name, "succeeded"), Operations.WithLabelValues(name, "failed")}
}

var (
	putOperation    = newOperation("put")
	openOperation   = newOperation("open")
	deleteOperation = newOperation("delete")
	checkOperation  = newOperation("check")
	listOperation   = newOperation("list")
)

// run measures an operation. A missing file is not a failure.
func (o operation) run(ctx context.Context, fn func(context.Context) error) error {
	ctx, span := tracing.StartCall(ctx, "storage "+o.name)
	started := time.Now()
	err := fn(ctx)
	took := time.Since(started).Seconds()
	if err == nil || errors.Is(err, ErrNoFile) {
		o.succeeded.Observe(took)
		span.End(nil)
		return err
	}
	o.failing.Observe(took)
	span.End(err)
	return err
}

// Measure returns a storage whose operations are measured.
func Measure(s Storage) Storage { return measured{s} }

type measured struct{ Storage }

func (m measured) Put(ctx context.Context, key, contentType string, content []byte) error {
	return putOperation.run(ctx, func(ctx context.Context) error { return m.Storage.Put(ctx, key, contentType, content) })
}

func (m measured) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (size int64, err error) {
	err = putOperation.run(ctx, func(ctx context.Context) (err error) {
		size, err = m.Storage.PutFrom(ctx, key, contentType, content)
		return err
	})
	return size, err
}

func (m measured) Open(ctx context.Context, key string) (file io.ReadSeekCloser, err error) {
	err = openOperation.run(ctx, func(ctx context.Context) (err error) {
		file, err = m.Storage.Open(ctx, key)
		return err
	})
	return file, err
}

func (m measured) Delete(ctx context.Context, folder string) error {
	return deleteOperation.run(ctx, func(ctx context.Context) error { return m.Storage.Delete(ctx, folder) })
}

func (m measured) Check(ctx context.Context) error { return checkOperation.run(ctx, m.Storage.Check) }

func (m measured) Folders(ctx context.Context, parent, after string, limit int) (names []string, err error) {
	err = listOperation.run(ctx, func(ctx context.Context) (err error) {
		names, err = m.Storage.Folders(ctx, parent, after, limit)
		return err
	})
	return names, err
}
