import { expect, test } from 'vitest'
import { makeReceipt, sampleBuyer } from '../../../testing/electronic-receipts.ts'
import { makeQrAddress } from './qr.ts'

test('QR address of a consumer receipt under 250,000: the host fc, with four values', () => {
  expect(makeQrAddress(makeReceipt(), 'test', 'a+/b=c')).toBe(
    'https://fc.dgii.gov.do/testecf/consultatimbrefc?RncEmisor=131246796&ENCF=E320000000007&MontoTotal=1600.00' +
      '&CodigoSeguridad=a%2B%2Fb%3Dc',
  )
})

test.each([
  ['test', 'testecf'],
  ['certification', 'certecf'],
  ['production', 'ecf'],
] as const)('QR address in %s: the path %s on the host ecf, with all values', (environment, path) => {
  const receipt = makeReceipt({ ncf: 'E310000000001', expiresOn: '2027-12-31', buyer: sampleBuyer })
  expect(makeQrAddress(receipt, environment, 'C78q+V')).toBe(
    `https://ecf.dgii.gov.do/${path}/consultatimbre?RncEmisor=131246796&RncComprador=101850043&ENCF=E310000000001` +
      '&FechaEmision=30-11-2026&MontoTotal=1600.00&FechaFirma=30-11-2026%2015%3A04%3A05&CodigoSeguridad=C78q%2BV',
  )
})

test('QR address of a note without buyer: has no RncComprador', () => {
  expect(makeQrAddress(makeReceipt({ ncf: 'E340000000001' }), 'production', 'abcdef')).not.toContain('RncComprador')
})
