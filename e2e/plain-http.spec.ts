// Most gyms' installation: http://<address>:3000, without features of secure contexts.
import { expect } from '@playwright/test'
import { password, test } from './product.ts'

test.use({ address: 'lan' })

test('plain http: a receptionist can log in', async ({ page, product, gym, hand }) => {
  await page.goto(product.pageAddress)
  expect(await page.evaluate('isSecureContext')).toBe(false)
  await expect(page.getByLabel('Usuario')).toBeFocused()
  await hand.type(gym.username)
  await hand.press('Tab')
  await hand.type(password)
  await hand.enterTwice()
  await expect(page).toHaveURL(/\/dashboard$/)
})
