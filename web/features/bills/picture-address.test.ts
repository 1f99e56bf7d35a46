import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultPersonPictureUrl, getSafePictureUrl, Picture } from '../../kit/Picture.tsx'
import { IssuerHeader } from './Bill.tsx'

const own = '/v1/images/gyms/1_a.png?token=1-a'
const elsewhere = [
  'https://example.com/a.png',
  '//example.com/v1/images/gyms/1_a.png',
  'data:image/png;base64,AA',
  'a.png',
]

test('picture address: a stored picture’s URL is shortened to its path, under any host name', () => {
  for (const url of [own, `http://gimnasio.local:3000${own}`, `https://example.com${own}`])
    expect(getSafePictureUrl(url)).toBe(own)
  expect(getSafePictureUrl('blob:http://localhost/1')).toBe('blob:http://localhost/1')
  for (const url of [...elsewhere, '', null, undefined]) expect(getSafePictureUrl(url)).toBeNull()
})

test('pictures: bills and table rows load no pictures from other hosts', () => {
  const nobody = { name: 'G', phone: null, address: null, email: null, hours: null, services: null }
  for (const url of elsewhere) {
    expect(renderToStaticMarkup(createElement(Picture, { src: url, alt: '' }))).toContain(
      `src="${defaultPersonPictureUrl}"`,
    )
    expect(renderToStaticMarkup(createElement(IssuerHeader, { issuer: { ...nobody, logo: url } }))).not.toContain(
      '<img',
    )
  }
  expect(renderToStaticMarkup(createElement(IssuerHeader, { issuer: { ...nobody, logo: own } }))).toContain(
    `src="${own}"`,
  )
})
