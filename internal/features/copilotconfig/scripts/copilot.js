// Personalises the pages of a site for the visitors of an advisor:
// <script async src="https://pages.example.com/copilot.js" data-key="…"></script>
// Without an insider (?insider=… in the address, now or on an earlier visit) it does nothing. Its errors don't reach the
// page, and texts never become code.
(function () {
  'use strict'
  const rememberFor = 30 * 24 * 60 * 60 * 1000
  const storageKey = 'copilot'
  const redirectedKey = 'copilot-redirected' // in sessionStorage; a parameter if that is blocked
  const maxSteps = 10
  const maxRedirects = 5 // in 30 seconds
  const maxMailto = 2000
  const sliceTime = 6 // ms
  const shortestPause = 50 // ms
  const maxMoves = 10

  const script = document.currentScript
  let origin, key, debug, uid, config, lastPage, lastPath
  let leaving = false
  const waiting = [] // events from before the configuration is loaded

  // ---- Guards and small helpers

  function attempt(step, a, b, c) {
    try {
      return step(a, b, c)
    } catch (error) {
      warn(error)
    }
  }

  function guarded(step) {
    return (event) => attempt(step, event)
  }

  function warn(problem) {
    try {
      if (debug) console.warn('copilot.js:', problem)
    } catch {}
  }

  // A link, because some pages have a variable named URL.
  function parseURL(address) {
    const link = document.createElement('a')
    link.href = address
    return link
  }

  // safeURL returns an address without code, or ''.
  function safeURL(address) {
    const url = parseURL(address)
    return address && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : ''
  }

  function create(tag, text) {
    const element = document.createElement(tag)
    if (text) element.textContent = text
    return element
  }

  // ---- Insider

  function parameter(name) {
    const found = new RegExp('[?&]' + name + '=([^&]*)').exec(location.search)
    return found ? found[1] : ''
  }

  function isID(text) {
    return typeof text === 'string' && /^[A-Za-z0-9]{1,64}$/.test(text)
  }

  // queryWithoutInsider returns the query of the page without the parameters of Copilot.
  function queryWithoutInsider() {
    const ours = /^(insider|copilot-redirected)(=|$)/
    const query = location.search.slice(1).split('&').filter((part) => !ours.test(part)).join('&')
    return query && '?' + query
  }

  function rememberedInsider() {
    const text = localStorage.getItem(storageKey)
    if (!text) return ''
    const entry = attempt(JSON.parse, text)
    const now = Date.now()
    if (entry && isID(entry.uid) && entry.until > now && entry.until <= now + rememberFor) return entry.uid
    localStorage.removeItem(storageKey)
    return ''
  }

  function remember() {
    if (parameter('insider') !== uid) return
    localStorage.setItem(storageKey, `{"uid":"${uid}","until":${Date.now() + rememberFor}}`)
  }

  function isRemembered() {
    return rememberedInsider() === uid
  }

  function forget() {
    if (isRemembered()) localStorage.removeItem(storageKey)
  }

  // ---- Configuration

  // language returns the language of the page without its region.
  function language() {
    const tag = script.dataset.language || document.documentElement.lang || navigator.language || ''
    return (/^[a-z]{2,3}(?![a-z])/i.exec(tag) || [''])[0].toLowerCase()
  }

  const privately = { credentials: 'omit', referrerPolicy: 'origin' }

  function loadConfig() {
    const query = { key, origin: location.origin, lang: language(), insider: uid }
    const address = Object.keys(query).map((name) => name + '=' + encodeURIComponent(query[name])).join('&')
    return fetch(origin + '/api/v1/copilot/config?' + address, privately)
      .then((response) => (response.ok ? response.json() : warn(response.status)))
  }

  function receiveConfig(loaded) {
    if (!loaded) return
    if (!loaded.advisor || !loaded.site) {
      warn('Nothing to do: the advisor or the site is unknown.')
      if (!loaded.advisor) attempt(forget)
      return
    }
    config = loaded
    attempt(remember)
    attempt(watchLocation)
    attempt(openPage, cameBack())
    for (const kind of waiting.splice(0)) attempt(send, kind)
  }

  // ---- Redirects: the same rules as internal/kit/pathpattern

  // encoded percent-encodes characters other than ASCII, as browsers do in location.pathname.
  function encoded(path) {
    return path.replace(/[^\x00-\x7f]+/g, encodeURIComponent).replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
  }

  function segments(path) {
    const inner = path.replace(/^\//, '').replace(/\/$/, '')
    return inner ? inner.split('/') : []
  }

  function matches(pattern, exact, path) {
    pattern = encoded(pattern)
    path = encoded(path)
    if (exact) return pattern === path
    const wanted = segments(pattern)
    const actual = segments(path.split('?')[0])
    for (let i = 0; i < wanted.length; i++) {
      if (wanted[i] === '**' && i === wanted.length - 1) return true
      if (i >= actual.length || (wanted[i] !== actual[i] && (wanted[i] !== '*' || !actual[i]))) return false
    }
    return wanted.length === actual.length
  }

  // follow returns the end of a chain of redirects. A loop has too many steps.
  function follow(redirects, path) {
    let end = null
    let ignorePrevious = false
    for (let steps = 0; ; steps++) {
      const next = redirects.find((redirect) => matches(redirect.pattern, redirect.exact, path))
      if (!next) return end && { target: end, ignorePrevious }
      if (steps === maxSteps) return null
      end = next.target
      path = end.split('#')[0]
      ignorePrevious = ignorePrevious || next.ignore_previous_page
    }
  }

  // mayRedirect ends a loop with redirects of the site itself.
  function mayRedirect() {
    const now = Date.now()
    const [count, since] = (sessionStorage.getItem(redirectedKey) || '').split(' ').map(Number)
    const recent = now - since < 30000
    if (recent && count >= maxRedirects) return false
    sessionStorage.setItem(redirectedKey, recent ? `${count + 1} ${since}` : `1 ${now}`)
    return true
  }

  // redirect leaves the page if a redirect matches it, unless the visitor came back to it.
  function redirect(traversed) {
    const path = location.pathname + queryWithoutInsider()
    const found = !traversed && follow(config.redirects, path)
    if (!found || found.target[0] !== '/' || parameter(redirectedKey)) return false
    const allowed = attempt(mayRedirect)
    if (allowed === false) return false
    let added = attempt(isRemembered) ? '' : 'insider=' + uid
    if (!allowed) added += (added && '&') + redirectedKey + '=1'
    const [, base, query, fragment] = /^([^?#]*)\??([^#]*)(.*)$/.exec(found.target)
    const parameters = [query, added].filter(Boolean).join('&')
    // While a page loads, location.assign replaces its entry in the history as well.
    if (!found.ignorePrevious) attempt(() => history.pushState(history.state, '', location.href))
    leaving = true
    location.replace(location.origin + base + (parameters && '?' + parameters) + fragment)
    return true
  }

  function cameBack() {
    const [entry] = attempt(() => performance.getEntriesByType('navigation')) || []
    return !!entry && entry.type === 'back_forward'
  }

  // ---- E-mail

  // encodeUpTo encodes as many whole characters of a text as there is room for.
  function encodeUpTo(room, text) {
    const whole = text.replace(/\r\n?|\n/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd')
    let result = ''
    for (const character of whole) {
      const next = character === '\n' ? '%0D%0A' : encodeURIComponent(character)
      if (result.length + next.length > room) break
      result += next
    }
    return result
  }

  function pageURL() {
    return location.origin + location.pathname + queryWithoutInsider() + location.hash
  }

  function mailto() {
    const { to, subject, body } = config.email
    const values = {
      advisorName: config.advisor.name,
      partnerName: config.partner.name,
      pageTitle: attempt(() => document.title),
      pageUrl: pageURL(),
    }
    const variables = /%(advisorName|partnerName|pageTitle|pageUrl)%/g
    const fill = (text) => String(text).replace(variables, (_, name) => String(values[name] || ''))
    const address = 'mailto:' + encodeURIComponent(to).replace(/%40(?!.*%40)/, '@')
    const start = `${address}?subject=${encodeUpTo(maxMailto / 2, fill(subject))}&body=`
    return start + encodeUpTo(maxMailto - start.length, fill(body))
  }

  // ---- Style sheet, bar and disclaimer

  function addSheet(root, css) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    return () => {
      if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    }
  }

  const barCSS = `
    :host { all: initial; display: block }
    aside { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; padding: 8px 16px; background: #fff;
      color: #1f2933; border-bottom: 1px solid #d5dae0; font: 15px/1.4 system-ui, sans-serif; overflow-wrap: anywhere }
    img { height: 40px; max-width: 160px; object-fit: contain }
    .photo { width: 40px; border-radius: 50%; object-fit: cover }
    .who { display: flex; flex-direction: column; flex: 1 1 160px; min-width: 0 }
    b { font-weight: 600 }
    a { color: #0b5cad; padding: 4px 0 }
    a:focus-visible { outline: 2px solid; outline-offset: 2px }`

  function picture(address, kind) {
    const image = create('img')
    image.className = kind
    image.alt = ''
    image.referrerPolicy = 'no-referrer'
    image.onerror = () => image.remove()
    image.src = address
    return image
  }

  function contact(text, address) {
    const link = create('a', text)
    link.href = address()
    link.onclick = guarded(() => {
      link.href = address()
      report('lead_intent')
    })
    return link
  }

  function createBar() {
    const { branding, name, company, phone, photo_url, logo_url } = config.advisor
    const host = create('copilot-bar')
    const root = host.attachShadow({ mode: 'closed' })
    addSheet(root, barCSS)()
    const bar = create('aside')
    const personal = branding !== 'agency'
    const photo = personal && safeURL(photo_url)
    const logo = branding !== 'advisor' && safeURL(logo_url)
    const title = (personal && name) || company || name
    bar.setAttribute('aria-label', title)
    if (photo) bar.append(picture(photo, 'photo'))
    if (logo) bar.append(picture(logo, 'logo'))
    const who = create('div')
    who.className = 'who'
    who.append(create('b', title))
    if (company && company !== title) who.append(create('span', company))
    bar.append(who)
    if (phone) bar.append(contact(phone, () => 'tel:' + phone.replace(/[^\d+]/g, '')))
    if (config.email) bar.append(contact(config.email.label, mailto))
    root.append(bar)
    return host
  }

  function createDisclaimer() {
    const paragraph = create('p', config.disclaimer.text)
    paragraph.className = 'copilot-disclaimer'
    paragraph.setAttribute('role', 'note')
    return paragraph
  }

  const noChildren =
    /^(area|audio|br|canvas|embed|hr|iframe|img|input|object|picture|progress|select|textarea|video|wbr)$/

  // isContent reports whether an element is part of what visitors see. Text in a script element would run.
  function isContent(element) {
    if (element === added.bar || element === added.disclaimer) return false
    const isHTML = element.namespaceURI === 'http://www.w3.org/1999/xhtml'
    return isHTML && !/^(noscript|option|script|style|template)$/.test(element.localName)
  }

  const added = { sheet: null, bar: null, disclaimer: null, target: null, moves: 0 }

  // place puts an element where it belongs. A page that removes it again and again wins.
  function place(put) {
    if (added.moves++ < maxMoves) put()
  }

  function addSheetOfSite() {
    if (!config.css) return
    added.sheet = added.sheet || addSheet(document, config.css)
    added.sheet()
  }

  function addBar() {
    if (!document.body || config.advisor.branding === 'none') return
    added.bar = added.bar || createBar()
    if (!added.bar.isConnected) place(() => document.body.prepend(added.bar))
  }

  function addDisclaimer() {
    if (!document.body || !config.disclaimer) return
    const { selector } = config.disclaimer
    const found = selector && attempt(() => document.body.querySelector(selector))
    const target = found && (found === added.disclaimer || isContent(found)) ? found : null
    if (!target && document.readyState === 'loading') return // the element may still be on its way
    const element = (added.disclaimer = added.disclaimer || createDisclaimer())
    if (element.isConnected && (target === added.target || target === element)) return
    place(() => {
      added.target = target
      if (!target && added.bar && added.bar.parentNode === document.body) added.bar.after(element)
      else if (!target) document.body.prepend(element)
      else if (noChildren.test(target.localName)) target.after(element)
      else target.prepend(element)
    })
  }

  // ---- Transformations

  // What was done to an element. Elements with the same history share it; next is indexed by the next transformation.
  const untouched = { done: [], next: [] }
  let states // by element

  function isLink(element) {
    return element.localName === 'a' || element.localName === 'area'
  }

  function isInputButton(element) {
    return element.localName === 'input' && /^(button|submit|reset)$/.test(element.type)
  }

  // setContent keeps a text node, which takes half the time and which some frameworks rely on.
  function setContent(element, text) {
    const node = element.firstChild
    if (node && node.nodeType === 3 && !node.nextSibling) node.data = text
    else element.textContent = text
  }

  function setText(element, text) {
    if (isInputButton(element)) element.value = text
    else if (!noChildren.test(element.localName)) setContent(element, text)
    if (element.hasAttribute('aria-label')) element.removeAttribute('aria-label') // screen readers would read it
  }

  function setLink(element, address) {
    if (isLink(element)) {
      element.setAttribute('href', address)
      return
    }
    element.style.cursor = 'pointer'
    if (element.localName === 'button' || element.localName === 'input') return
    element.setAttribute('role', 'link')
    element.tabIndex = 0
  }

  // replaceElement also removes the listeners of the page.
  function replaceElement(element, address, text) {
    const old = isInputButton(element) ? element.value : element.textContent
    const replacement = create(address ? 'a' : 'span', text || old)
    replacement.className = element.getAttribute('class') || ''
    if (address) replacement.setAttribute('href', address)
    element.replaceWith(replacement)
    return replacement
  }

  function stateAfter(before, { advisor_cta: isCTA, address }, number) {
    const state = { ...before, done: before.done.concat(number), next: [] }
    if (!isCTA || config.email) {
      state.changed = true
      state.address = address || before.address
      state.isCTA = address ? isCTA : before.isCTA
    }
    return state
  }

  function transform(element, transformation, number) {
    const before = states.get(element) || untouched
    if (before.done.includes(number) || !isContent(element)) return
    const state = (before.next[number] = before.next[number] || stateAfter(before, transformation, number))
    states.set(element, state)
    const { advisor_cta: isCTA, replace, address } = transformation
    if (isCTA && !config.email) return
    const text = transformation.text || (isCTA ? config.email.label : '')
    if (replace) {
      states.set(replaceElement(element, state.address, text), state) // it may match the same selectors
      return
    }
    if (text) setText(element, text)
    if (address) setLink(element, address)
  }

  // pass applies everything to the page. It may pause where it yields.
  function* pass() {
    attempt(addSheetOfSite)
    attempt(addBar)
    attempt(addDisclaimer)
    if (!document.body) return
    for (let number = 0; number < config.transformations.length; number++) {
      const transformation = config.transformations[number]
      const isCTA = transformation.advisor_cta && config.email
      transformation.address = attempt(() => (isCTA ? mailto() : safeURL(transformation.href)))
      for (const selector of transformation.selectors) {
        const found = attempt(() => document.body.querySelectorAll(selector)) || []
        for (let i = 0; i < found.length; i++) {
          attempt(transform, found[i], transformation, number)
          if (i % 16 === 15) yield
        }
        yield
      }
    }
  }

  let running, observer
  let scheduled = false
  let changedSince = false
  let passTime = 0
  let measures = 0

  // schedule starts a pass soon. Passes take at most a twentieth of the time.
  function schedule() {
    changedSince = true
    if (scheduled || running) return
    scheduled = true
    setTimeout(guarded(startPass), Math.max(shortestPause, 20 * passTime))
  }

  function startPass() {
    scheduled = changedSince = false
    if (leaving) return
    running = pass()
    passTime = 0
    slice()
  }

  function slice() {
    const start = performance.now()
    if (observer) observer.disconnect() // the changes of this script need no other pass
    let ended = true
    try {
      while (!(ended = running.next().done) && performance.now() - start < sliceTime);
    } finally {
      const end = performance.now()
      passTime += end - start
      if (ended) running = null
      else setTimeout(guarded(slice), 0)
      observe()
      if (measures++ < 100) attempt(() => performance.measure('copilot', { start, end }))
      if (ended && changedSince) schedule()
    }
  }

  // ---- Pages

  function onMutation() {
    checkLocation(false)
    schedule()
  }

  // currentPath includes the fragment if it is used like a path.
  function currentPath() {
    return location.pathname + (/^#!?\//.test(location.hash) ? location.hash : '')
  }

  function checkLocation(traversed) {
    const page = currentPath() + location.search
    if (page !== lastPage) openPage(traversed)
  }

  function openPage(traversed) {
    const path = currentPath()
    lastPage = path + location.search
    if (redirect(traversed)) return
    showPage(path)
  }

  function showPage(path) {
    leaving = false
    added.moves = 0
    if (path !== lastPath) {
      lastPath = path
      leadForms = new WeakSet()
      attempt(send, 'view')
    }
    if (!running) startPass()
    else changedSince = true
  }

  function watchLocation() {
    const check = guarded((event) => checkLocation(event.type === 'popstate' || event.navigationType === 'traverse'))
    const { navigation } = window
    if (navigation && navigation.addEventListener) navigation.addEventListener('currententrychange', check)
    addEventListener('popstate', check)
    addEventListener('hashchange', check)
    // The browser may show a page again that a redirect has left.
    addEventListener('pageshow', guarded((event) => event.persisted && leaving && showPage(currentPath())))
    document.addEventListener('DOMContentLoaded', guarded(() => schedule()))
    observer = new MutationObserver(guarded(onMutation))
    observe()
  }

  function observe() {
    if (observer) observer.observe(document, { childList: true, subtree: true })
  }

  // ---- Events

  let leadForms // on this page

  function newID() {
    const numbers = crypto.getRandomValues(new Uint8Array(16))
    let id = ''
    for (let i = 0; i < 16; i++) id += (256 + numbers[i]).toString(16).slice(1)
    return id
  }

  function report(kind) {
    if (config) send(kind)
    else waiting.push(kind)
  }

  function send(kind) {
    // None of the values can contain quotation marks. Some pages alter JSON.stringify.
    const url = location.origin + location.pathname
    const event = `{"id":"${newID()}","kind":"${kind}","uid":"${uid}","source_url":"${url}"}`
    const body = `{"key":"${key}","events":[${event}]}`
    const address = origin + '/api/v1/copilot/events'
    // A beacon of a page with the referrer policy no-referrer has no origin, and would be refused.
    if (!('keepalive' in Request.prototype)) navigator.sendBeacon(address, body)
    else fetch(address, { ...privately, method: 'POST', body, keepalive: true }).catch(warn)
  }

  function onClick(event) {
    let element = event.target
    while (element && !(states.has(element) && states.get(element).changed)) element = element.parentNode
    if (!element || event.button > 1) return
    const { isCTA, address } = states.get(element)
    if (address) {
      const target = isCTA ? mailto() : address // with the title of now
      event.stopImmediatePropagation() // listeners of the page would open something else
      if (isLink(element)) element.setAttribute('href', target)
      else openLink(event, target)
    } else if (event.button === 1) return
    if (event.detail < 2) report(isCTA ? 'lead_intent' : 'click') // a double click counts once
  }

  function openLink(event, address) {
    event.preventDefault()
    const link = create('a')
    link.href = address
    link.rel = 'noopener'
    if (event.ctrlKey || event.metaKey || event.button) link.target = '_blank'
    link.click()
  }

  function onKey(event) {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    const state = states.get(event.target)
    if (state && state.address && event.target.getAttribute('role') === 'link') event.target.click()
  }

  function onSubmit(event) {
    const form = event.target
    if (!form.hasAttribute('data-copilot-lead') || leadForms.has(form)) return
    leadForms.add(form) // a second attempt is the same lead
    report('lead')
  }

  function listen() {
    addEventListener('click', guarded(onClick), true)
    addEventListener('auxclick', guarded(onClick), true)
    addEventListener('keydown', guarded(onKey), true)
    addEventListener('submit', guarded(onSubmit), true)
    document.addEventListener('copilot:lead', guarded(() => report('lead')))
  }

  // ---- Start

  // isFirst reports whether the page has included this script once only, so far.
  function isFirst() {
    const mark = Symbol.for('copilot.js')
    if (document[mark]) return false
    Object.defineProperty(document, mark, { value: true })
    return true
  }

  function begin() {
    const wanted = parameter('insider')
    uid = isID(wanted) ? wanted : attempt(rememberedInsider)
    if (!uid || attempt(isFirst) === false) return
    states = new WeakMap()
    leadForms = new WeakSet()
    listen()
    loadConfig().then(guarded(receiveConfig)).catch(warn)
  }

  function start() {
    // An image with the name currentScript would hide the script.
    if (!(script instanceof HTMLScriptElement) || !/^https?:$/.test(location.protocol)) return
    origin = parseURL(script.src).origin
    key = script.dataset.key || ''
    debug = 'debug' in script.dataset
    if (!/^[\w.~-]{1,200}$/.test(key)) {
      console.warn('copilot.js: data-key is missing or is not an API key.')
      return
    }
    // A page that is loaded in advance may never be seen.
    if (document.prerendering) document.addEventListener('prerenderingchange', guarded(begin), { once: true })
    else begin()
  }

  attempt(start)
})()
