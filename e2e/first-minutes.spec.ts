// An installation's first minutes: nobody typed a password yet.
import { expect, test } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { Product } from './product.ts'

test('the start prints a link, the login page says so, it lets the master in once, and a gym begins with two names', {
  tag: '@deep',
}, async ({ browser }) => {
  const product = new Product()
  try {
    await product.start({})
    await expect.poll(() => product.said).toContain('#entrar=')
    const link = /http:\S+#entrar=\S+/.exec(product.said)?.[0] ?? ''
    const page = await browser.newPage()
    await page.goto(product.address)
    await expect(page.getByText('Es la primera vez')).toBeVisible()
    await expectNoBarrier(page, 'the first login')
    // As on a machine that stands in a network; this one is heard at its own loop alone.
    const lan = 'http://192.168.1.20:3000'
    await page.route('**/v1/status/', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), addresses: [lan] } })
    })
    await page.goto(link)
    await expect(page).toHaveURL(/\/admin\/gyms$/)
    // One gym: its name and its owner's, and one is in.
    await expect(page.getByRole('textbox', { name: '¿Cómo se llama?' })).toBeFocused()
    await expectNoBarrier(page, 'the first gym')
    await page.keyboard.type('Gimnasio Núñez')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: '¿De quién es?' })).toBeFocused()
    await page.keyboard.type('Altagracia Peña')
    await page.keyboard.press('Enter')
    const told = page.getByRole('dialog', { name: 'Gimnasio Núñez' })
    await expect(told.getByText('gimnasio-nunez')).toBeVisible()
    await expect(told.getByRole('img', { name: `Código QR de ${lan}` })).toBeVisible()
    const secret = (await told.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent()) ?? ''
    await expectNoBarrier(page, 'what one logs in with')
    await expect(told.getByRole('button', { name: 'Entrar' })).toBeFocused()
    // What the page of the one before shows is asked for no more: whoever came in would be refused.
    const asked: string[] = []
    const refused: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('Altagracia Peña')).toBeVisible()
    await expect.poll(() => asked).toContain('/v1/statistics/')
    expect(asked).not.toContain('/v1/gyms/')
    expect(refused).toEqual([])
    const owner = await product.logIn('gimnasio-nunez', secret)
    expect(await owner.call('GET', '/gym-info/')).toMatchObject({ name: 'Gimnasio Núñez' })

    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    await expect(other.getByText('Ese enlace ya no sirve')).toBeVisible()
    await expect(other).toHaveURL(`${product.address}/`)
    await other.goto('about:blank')
    await other.goto(product.address)
    await expect(other.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    await expect(other.getByText('Es la primera vez')).toHaveCount(0)

    const { port } = product
    await product.stop()
    await product.start({})
    expect(product.port).toBe(port)
    await product.stop()
    expect(product.said).not.toContain('#entrar=')
  } finally {
    await product.remove()
  }
})
