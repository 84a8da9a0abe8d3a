import { chromium } from 'playwright-core'
const base='http://127.0.0.1:18300', out='/tmp/shell/shots'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const c = await b.newContext({ viewport:{width:1360,height:900} })
const p = await c.newPage()
p.on('pageerror', e => console.log('ERR', e.message)); p.on('console', m => m.type()==='error' && console.log('console', m.text()))
await p.goto(base+'/login')
await p.screenshot({path: out+'/login.png'})
await p.locator('input[type=email]').fill('admin@waymark.example')
await p.locator('input[type=password]').fill('waymark-demo')
await p.keyboard.press('Enter'); await p.waitForURL(u=>!u.pathname.includes('login'))
await p.waitForLoadState('networkidle')
async function pal(text, enter=true) {
  await p.goto(base+'/dashboard'); await p.waitForLoadState('networkidle')
  await p.keyboard.press('Control+k'); await p.getByRole('combobox',{name:'Search or jump to'}).waitFor()
  await p.keyboard.type(text)
  await p.waitForTimeout(700)
  console.log('##',text, (await p.getByRole('option').allInnerTexts()).slice(0,8).map(t=>t.replace(/\n+/g,' | ')), 'selected', await p.locator('[aria-selected=true]').count())
  await p.screenshot({path: `${out}/pal-${text.replace(/\W+/g,'_')}.png`})
  if (enter) { await p.keyboard.press('Enter'); await p.waitForTimeout(700); console.log('   ->', p.url(), '|', await p.title()) }
}
for (const t of ['alder','compass','320','62','new collection','switch','co','collection','sven','https://www.example.com/a/b']) await pal(t)
await p.goto(base+'/dashboard'); await p.keyboard.press('?'); await p.waitForTimeout(400); await p.screenshot({path: out+'/shortcuts.png'}); await p.keyboard.press('Escape')
await p.goto(base+'/partners'); await p.waitForLoadState('networkidle'); await p.keyboard.press('/'); console.log('focus', await p.evaluate(()=>document.activeElement?.getAttribute('placeholder')))
await p.keyboard.type('nn?/'); await p.waitForTimeout(300); console.log(p.url())
await p.keyboard.press('Escape'); await p.locator('h1').click(); await p.keyboard.press('n'); await p.waitForTimeout(500); console.log(p.url()); await p.keyboard.press('n'); 
await pal('log out')
await b.close()
