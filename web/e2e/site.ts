import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { png } from './png.ts'

type Facts = { title?: string; description?: string; type?: string; author?: string; minutes?: number; image?: string; lang?: string }

/** Site is a local web server whose pages are defined by a test. */
export class Site {
  private server: Server
  private pages = new Map<string, (response: ServerResponse) => void>()
  private delayed: (() => void)[] = []
  visits: string[] = []

  constructor() {
    this.server = createServer((request, response) => {
      const path = request.url ?? ''
      this.visits.push(path)
      const page = this.pages.get(path.split('?')[0] ?? '')
      if (page) return page(response)
      response.statusCode = 404
      response.end()
    })
    this.put('/picture.png', 'image/png', png(640, 400))
    this.put('/archive.zip', 'application/zip', 'PK')
  }

  async open() {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
  }

  close() {
    this.release()
    this.server.closeAllConnections()
    this.server.close()
  }

  at(path: string) {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  put(path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) {
    this.pages.set(path, (response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.setHeader('Content-Type', type)
      response.end(body)
    })
  }

  /** page adds a page with this metadata, and returns its URL. */
  page(path: string, { title = '', description, type, author, minutes, image, lang = 'en' }: Facts): string {
    const meta = (property: string, content?: string | number) => (content === undefined ? '' : `<meta property="${property}" content="${content}">`)
    const head = [meta('og:title', title), meta('og:description', description), meta('og:type', type), meta('og:image', image && this.at(image))]
    head.push(author ? `<meta name="author" content="${author}">` : '', meta('video:duration', minutes && minutes * 60))
    this.put(path, 'text/html; charset=utf-8', `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head.join('')}</head></html>`)
    return this.at(path)
  }

  /** delay delays the response of a page until release is called. */
  delay(path: string) {
    const page = this.pages.get(path)
    if (page) this.pages.set(path, (response) => void this.delayed.push(() => page(response)))
  }

  release() {
    for (const respond of this.delayed.splice(0)) respond()
  }
}
