import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { iconTerms } from './icons.ts'

const dist = 'dist/app'
const server = process.env.WAYMARK_SERVER ?? 'http://127.0.0.1:8080'

/** What opens over a page or in a field on first use is never part of a file that a first screen loads. */
const onDemand =
  /dialog|overlays|comboboxes|calendar|restore|reorder|popover|card-row|bulk-bar|column-list|filter-panel|sort-menu|views-menu|row-clicks|menu\/menu|form\/(picker\.|suggestions|icon-field|stale)/
const common = /src\/(paths|kit\/(table|resource|format|page|menu)\/|kit\/[^/]+$|ui\/(?!fields))|@tabler\/icons/
const form = /src\/(kit\/form\/|ui\/fields)/

export default defineConfig({
  plugins: [react(), icons(), preloadedFont(), bundleNotes(), firstLoads(), compressed()],
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Without groups one screen comes in dozens of files. With them it has at most ten scripts: those that all screens need, the parts of
        // lists and of forms, what the screens of a feature share, and its own. Fewer bytes, too, since larger files compress better.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            { name: 'base', tags: ['$initial'] },
            { name: 'common', test: (id) => common.test(id) && !onDemand.test(id), minShareCount: 2 },
            { name: 'form', test: (id) => form.test(id) && !onDemand.test(id), minShareCount: 3 },
            { name: (id) => id.match(/src\/features\/([a-z-]+)/)?.[1] ?? null, debugName: 'features', minShareCount: 3 },
            {
              name: 'content-form',
              test: /src\/features\/content\/(?!.*dialog).*(form|steps|values|address|image|made-by|licences)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  css: { postcss: { plugins: [withoutUnusedStyles()] } },
  server: { proxy: { '/api': server, '/files': server, '/embed-preview': server } },
  test: { environment: 'happy-dom', isolate: false, include: ['src/**/*.test.{ts,tsx}'], setupFiles: ['src/test-setup.ts'] },
})

// icons puts Font Awesome's solid icons beside the app, one file per name, and the list of names for the picker.
function icons(): Plugin {
  const source = 'node_modules/@fortawesome/fontawesome-free'
  const solid = join(source, 'svgs/solid')
  const names = () => readdirSync(solid).map((file) => file.replace('.svg', ''))
  const list = () => JSON.stringify(iconTerms(readFileSync(join(source, 'metadata/icon-families.json'), 'utf8'), names()))
  return {
    name: 'icons',
    configureServer(server) {
      server.middlewares.use('/icons', (request, response) => {
        const name = (request.url ?? '').slice(1).split('?')[0] ?? ''
        response.setHeader('Content-Type', name.endsWith('.json') ? 'application/json' : 'image/svg+xml')
        response.end(name === 'names.json' ? list() : readFileSync(join(solid, name.replace(/[^a-z0-9.-]/g, ''))))
      })
    },
    writeBundle() {
      mkdirSync(join(dist, 'icons'), { recursive: true })
      cpSync(solid, join(dist, 'icons'), { recursive: true })
      writeFileSync(join(dist, 'icons/names.json'), list())
    },
  }
}

// withoutUnusedStyles removes what the library's styles have and the console never uses: most colours, shadows and sizes, text from right
// to left, variants, and the factor by which everything could be scaled.
function withoutUnusedStyles() {
  const variable =
    /^--mantine-(color-(blue|cyan|grape|green|indigo|lime|orange|pink|teal|violet|yellow)-|primary-color-\d|shadow-(xs|sm|lg|xl)|h\d-|breakpoint-)/
  const rule = /\[dir=|\[data-variant='unstyled'\](?!\))|\[data-orientation=|\[data-success\]/
  const scaled = /calc\((-?[\d.]+rem) \* var\(--mantine-scale\)\)/g
  return {
    postcssPlugin: 'without-unused-styles',
    Declaration(declaration: { prop: string; value: string; remove: () => void }) {
      if (variable.test(declaration.prop)) declaration.remove()
      else if (declaration.value.includes('--mantine-scale')) declaration.value = declaration.value.replaceAll(scaled, '$1')
    },
    Rule(node: { selectors: string[]; source?: { input: { file?: string } }; remove: () => void }) {
      if (!/ScrollArea/.test(node.source?.input.file ?? '') && node.selectors.every((selector) => rule.test(selector))) node.remove()
    },
  }
}

// preloadedFont asks for the letters of the first screen together with its code, so that no text jumps.
function preloadedFont(): Plugin {
  return {
    name: 'preloaded-font',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        return file
          ? [{ tag: 'link', attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' }, injectTo: 'head' }]
          : []
      },
    },
  }
}

// bundleNotes writes down which file brings which, for the budget.
function bundleNotes(): Plugin {
  return {
    name: 'bundle-notes',
    writeBundle(_, bundle) {
      const notes = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk') return []
        const css = stylesOf(file)
        const source = file.facadeModuleId?.split('/src/')[1] ?? ''
        return [{ file: file.fileName, source, entry: file.isEntry, imports: file.imports, css, packages: packagesOf(file.modules) }]
      })
      writeFileSync('dist/bundle.json', JSON.stringify(notes, null, 1))
    },
  }
}

// firstLoads writes down, for the server, the files of every screen and the request that it begins with. The files of the page itself are
// left out.
function firstLoads(): Plugin {
  type Screen = { path: string; admin: boolean; source: string; request: string }
  return {
    name: 'first-loads',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const filesOf = (name: string, found = new Set<string>()): Set<string> => {
        if (found.has(name)) return found
        found.add(name)
        for (const next of byName.get(name)?.imports ?? []) filesOf(next, found)
        return found
      }
      const page = filesOf(chunks.find((chunk) => chunk.isEntry)?.fileName ?? '')
      const screens = JSON.parse(readFileSync('src/app/first-loads.gen.json', 'utf8')) as Screen[]
      const loads = screens.map(({ path, admin, source, request }) => {
        const chunk = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/src/${source}`)))
        if (!chunk) throw new Error(`${source} is not part of the build: run make gen`)
        const scripts = [...filesOf(chunk.fileName)].filter((name) => !page.has(name))
        return { path, admin, scripts, styles: [...new Set(scripts.flatMap((name) => stylesOf(byName.get(name))))], request }
      })
      writeFileSync('dist/first-loads.json', JSON.stringify(loads))
    },
  }
}

/** stylesOf returns the style sheets that a script needs. */
function stylesOf(chunk: object | undefined): string[] {
  return [...((chunk as { viteMetadata?: { importedCss?: Set<string> } } | undefined)?.viteMetadata?.importedCss ?? [])]
}

/** packagesOf returns how much of a file comes from which package, as shares that add up to 1. */
function packagesOf(modules: Record<string, { code: string | null }>): Record<string, number> {
  const sizes: Record<string, number> = {}
  let sum = 0
  for (const [id, { code }] of Object.entries(modules)) {
    const name =
      id
        .split('node_modules/')
        .at(-1)
        ?.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? id
    const size = gzipSync(code ?? '').length
    const owner = id.includes('node_modules/') ? name : 'own code'
    sizes[owner] = (sizes[owner] ?? 0) + size
    sum += size
  }
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, size / sum]))
}

// compressed lays a smaller twin beside each script and style sheet, made once here instead of on every request.
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle(_, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
        const path = join(dist, name)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      }
    },
  }
}
