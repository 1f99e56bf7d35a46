import { expect, test } from 'vitest'
import { listContactLinks, toSafeUrl } from './contact-links.ts'

test('contact links: only http(s), mailto and tel addresses can be opened', () => {
  for (const bad of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '@ana',
    '',
  ])
    expect(toSafeUrl(bad)).toBeNull()
  expect(toSafeUrl('instagram.com/ana')).toBe('https://instagram.com/ana')
  expect(toSafeUrl('https://a.do')).toBe('https://a.do/')
})

test('contact links: e-mail, phone and openable social links are offered', () => {
  expect(
    listContactLinks({ email: 'a@b.do', phone: '(809) 555-0100', social: { X: 'javascript:1', Web: 'https://a.do/' } }),
  ).toEqual([
    { label: 'Correo', href: 'mailto:a@b.do' },
    { label: 'Teléfono', href: 'tel:8095550100' },
    { label: 'Web', href: 'https://a.do/' },
  ])
})
