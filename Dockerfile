FROM node:20-bookworm AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web .
RUN npx vite build

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=web /src/web/dist web/dist
RUN go build -buildvcs=false -trimpath -tags sqlite_fts5 -ldflags "-s -w" -o /waymark ./cmd/waymark

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tzdata && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --home-dir /var/lib/waymark waymark
COPY --from=build /waymark /usr/local/bin/waymark
USER waymark
WORKDIR /var/lib/waymark
ENV WAYMARK_ADDR=0.0.0.0:8080
EXPOSE 8080
VOLUME /var/lib/waymark/data
ENTRYPOINT ["waymark"]
CMD ["serve"]
