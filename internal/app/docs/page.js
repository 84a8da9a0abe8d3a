// On a narrow screen the navigation is closed until it is needed.
const navigation = document.querySelector('nav details')
const narrow = matchMedia('(max-width: 860px)')
const fold = () => {
  navigation.open = !narrow.matches
}
narrow.addEventListener('change', fold)
fold()
navigation.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a')) navigation.open = false
})

document.querySelector('#filter').addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/)
  for (const list of navigation.querySelectorAll('ul')) {
    for (const entry of list.children) {
      const text = `${entry.textContent} ${entry.dataset.words ?? ''}`.toLowerCase()
      entry.hidden = !words.every((word) => text.includes(word))
    }
    const none = [...list.children].every((entry) => entry.hidden)
    list.hidden = none
    list.previousElementSibling.hidden = none
  }
})

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${block.dataset.name ?? 'example'}`)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(button)
}
