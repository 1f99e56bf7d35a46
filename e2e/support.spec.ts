import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, openScreen } from './gym-steps.ts'
import { holdRequest } from './hold-request.ts'

test('support form: shows whether the request was mailed or stored @deep', async ({ page, product, gym }) => {
  const refuse = await holdRequest(page, '**/v1/config', {
    end: (route) => route.fulfill({ status: 409, json: { detail: 'Ahora no se puede.' } }),
  })
  await openScreen(page, product, gym.api, '/support')
  // No contact is shown before the configuration is loaded, which may contain another address than the default.
  const contact = page.getByRole('region', { name: 'Contacto' })
  await expect(contact.getByRole('status')).toHaveText('Cargando…')
  await expect(contact).not.toContainText('Santo Domingo')
  refuse()
  await expect(contact.getByRole('alert')).toContainText('Ahora no se puede.')
  await page.unroute('**/v1/config')
  await page.reload()
  await expect(contact).toContainText('Santo Domingo')
  await expect(findField(page, 'Nombre')).toHaveValue('Altagracia Peña')
  await findField(page, 'Nombre').fill('Altagracia')
  await findField(page, 'Correo').fill('alta@example.com')
  await findField(page, 'Mensaje').fill('No abre\nla puerta')
  await page.route('**/v1/support/', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Error al enviar la solicitud', { exact: true })).toBeVisible()
  await expect(page.getByText('Ha ocurrido un error al enviar la solicitud. Intentelo de nuevo.')).toBeVisible()
  await expect(findField(page, 'Mensaje')).toHaveValue('No abre\nla puerta')

  const answered = page.waitForResponse('**/v1/support/')
  await findField(page, 'Mensaje').press('Control+Enter')
  await expect(page.getByText('Solicitud enviada')).toBeVisible()
  await expect(page.getByText('Hemos recibido tu solicitud de soporte. Te contactaremos pronto.')).toBeVisible()
  await expect(page.getByText('Tu solicitud quedó guardada.')).toBeVisible()
  await expect(findField(page, 'Mensaje')).toHaveValue('')
  const answer = await answered
  expect(answer.status()).toBe(201)
  expect(await answer.json()).toMatchObject({ id: expect.any(Number), sent: false })
  expect(answer.request().postDataJSON()).toEqual({
    from_name: 'Altagracia',
    email: 'alta@example.com',
    message: 'No abre\nla puerta',
    gym: 'Gimnasio Quisqueya',
    userRol: 'gym_super_admin',
  })
})

test('landing page: works without JavaScript and links to the login', async ({ browser, page, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const visitor = await context.newPage()
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = await visitor.goto(`${product.address}/landing`)
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'")
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/Tu gimnasio en orden/)
  // The page's styles are applied, because its content security policy allows them.
  await expect(visitor.getByRole('link', { name: 'Iniciar sesión' }).first()).toHaveCSS('display', 'inline-block')
  expect(asked.filter((path) => path !== '/landing' && path !== '/favicon.svg')).toEqual([])
  await expect(visitor.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/')
  await context.close()

  await page.goto(product.address)
  await page.getByRole('link', { name: 'Volver a la página de inicio' }).click()
  await expect(page).toHaveTitle(/Torniquete: la administración/)
  await page.getByRole('link', { name: 'Iniciar sesión' }).first().click()
  await expect(page.getByRole('heading', { name: 'Torniquete' })).toBeVisible()
  await expect(findField(page, 'Usuario')).toBeFocused()
})
