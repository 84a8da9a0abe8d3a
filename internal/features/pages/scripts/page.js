// Counts views, clicks and lead intents on a public page, and tells a page that embeds it how tall it is. The page works
// without this script.
(function () {
  'use strict'
  var body = document.body.dataset
  var parts = location.pathname.split('/')
  var page = parts[parts.length - 1]
  var embedded = body.kind === 'embed' && parent !== window
  // An error page has no partner, and what happens on it is not counted.
  if (!body.pid || ['landing', 'personalised', 'invitation', 'embed'].indexOf(body.kind) < 0) return

  function newID() {
    var numbers = crypto.getRandomValues(new Uint8Array(16))
    return Array.prototype.map.call(numbers, function (n) { return ('0' + n.toString(16)).slice(-2) }).join('')
  }

  function send(event) {
    var source = (embedded && document.referrer) || location.href
    var text = JSON.stringify({
      page: page, kind: body.kind, uid: body.uid || '', id: newID(), event: event, url: source.split(/[?#]/)[0],
    })
    // text/plain needs no preflight, and a beacon is sent even while the page is being left.
    if (!navigator.sendBeacon || !navigator.sendBeacon('/events', text)) {
      fetch('/events', { method: 'POST', body: text, keepalive: true }).catch(function () {})
    }
  }

  // A page that is loaded in advance is not a view until somebody sees it.
  if (document.prerendering) document.addEventListener('prerenderingchange', function () { send('view') }, { once: true })
  else send('view')

  function linkAt(event, selector) {
    return event.target.closest && event.target.closest(selector)
  }
  document.addEventListener('click', function (event) {
    if (linkAt(event, '.item a[href]')) send('click')
    else if (linkAt(event, '.bar .button, .bar .contacts a')) send('lead_intent')
  })
  document.addEventListener('auxclick', function (event) {
    if (event.button === 1 && linkAt(event, '.item a[href]')) send('click')
  })
  var form = document.querySelector('.enquiry form')
  if (form) form.addEventListener('focusin', function () { send('lead_intent') }, { once: true })

  if (embedded) {
    var last = 0
    var report = function () {
      var height = Math.ceil(document.documentElement.getBoundingClientRect().height)
      if (height !== last) parent.postMessage({ waymarkHeight: (last = height) }, '*')
    }
    new ResizeObserver(report).observe(document.documentElement)
    report()
  }
})()
