// Shows a collection, or the collections of a partner, on another site:
// <script async src="https://pages.example.com/embed.js" data-collection="…" data-pid="…"></script>
(function () {
  'use strict'
  var script = document.currentScript
  if (!script || script.dataset.waymark) return
  script.dataset.waymark = 'done'
  var origin = new URL(script.src).origin
  var id = script.dataset.collection || script.dataset.pid || ''
  if (!/^[A-Za-z0-9]{10}$/.test(id)) {
    console.warn('embed.js: data-collection or data-pid is missing or is not a public id.')
    return
  }
  var address = new URL('/embed/' + id, origin)
  if (script.dataset.uid) address.searchParams.set('uid', script.dataset.uid)
  var frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = script.dataset.title || 'Travel inspiration'
  frame.loading = 'lazy'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms')
  frame.setAttribute('referrerpolicy', 'no-referrer-when-downgrade')
  frame.style.cssText = 'display:block;width:100%;height:480px;border:0;color-scheme:normal'
  addEventListener('message', function (event) {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    var height = event.data && event.data.waymarkHeight
    if (typeof height === 'number' && height > 0 && height < 50000) frame.style.height = Math.ceil(height) + 'px'
  })
  script.parentNode.insertBefore(frame, script.nextSibling)
})()
