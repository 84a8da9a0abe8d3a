import { chromium } from 'playwright-core'
const base='http://127.0.0.1:18300', out='/tmp/shell/shots'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
for (const [w,h,scheme] of [[1360,900,'light'],[1360,900,'dark'],[390,844,'light']]) {
const c = await b.newContext({ viewport:{width:w,height:h}, colorScheme: scheme })
const p = await c.newPage(); p.setDefaultTimeout(6000)
p.on('pageerror', e => console.log('ERR', e.message)); p.on('console', m => m.type()==='error' && console.log('console', m.text().slice(0,200)))
await p.goto(base+'/login')
await p.locator('input[type=email]').fill('admin@waymark.example')
await p.locator('input[type=password]').fill('waymark-demo')
await p.screenshot({path: `${out}/login-${w}-${scheme}.png`})
await p.keyboard.press('Enter'); await p.waitForURL(u=>!u.pathname.includes('login'))
const step = async (name, f) => { try { await f(); await p.waitForTimeout(500); await p.screenshot({ path: `${out}/${name}-${w}-${scheme}.png` }) } catch (e) { console.log(name, w, String(e).slice(0,200)) } console.log(name, w, scheme, await p.title()) }
const go = async (path) => { await p.goto(base+path); await p.waitForLoadState('networkidle') }
await step('custom', async () => { await go('/partners/2/customizations'); await p.getByRole('textbox',{name:'Brand colour',exact:true}).fill('#884411'); await p.waitForTimeout(700) })
await step('perm', async () => { await go('/account-types/1/permissions'); if (w>700) { await p.getByRole('button',{name:/^Actions for/}).first().click(); await p.getByRole('menuitem').first().waitFor() } })
await step('user', async () => { await go('/users/62/details') })
const site = await (await c.request.get(base+'/api/admin/partners/2/sites')).json(); const sid = site.items[0]?.id
await step('site', async () => { await go(`/partners/2/sites/${sid}`); if (w<700) await p.getByRole('button',{name:'New transformation'}).scrollIntoViewIfNeeded() })
await step('tag', async () => { await go('/global-tags?new=1'); await p.getByRole('dialog').getByLabel('Name').fill('Adventure'); await p.getByText('already exists').waitFor() })
await step('collaborators', async () => { await go('/collaborators') })
await step('consortia', async () => { await go('/consortia') })
await step('partnerusers', async () => { await go('/partners/2/users') })
if (w>700 && scheme==='light') {
 await step('delete', async () => { await go('/partners/5/details'); await p.getByRole('button',{name:'Delete partner'}).click(); await p.getByRole('dialog').waitFor() })
 await step('deleted-notice', async () => { await p.getByRole('dialog').getByRole('button',{name:'Delete',exact:true}).click(); await p.waitForURL('**/partners'); await p.waitForLoadState('networkidle') })
 await step('deleted', async () => { await p.goBack(); await p.getByRole('button',{name:/Restore/}).waitFor() })
 await step('restored', async () => { await p.getByRole('button',{name:/Restore/}).click(); await p.getByRole('heading',{level:1}).waitFor() ; await p.waitForTimeout(500)})
 await step('missing', async () => { await go('/partners/99999/details') })
 await step('missing2', async () => { await go('/countries/99999') })
 await step('newcontent', async () => { await go('/content/new?url=https://www.example.com/x'); await p.waitForTimeout(1500) })
 await step('settings', async () => { await go('/settings') })
}
}
await b.close()
