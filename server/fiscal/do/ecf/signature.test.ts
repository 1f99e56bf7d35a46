import { createHash, verify } from 'node:crypto'
import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeReceipt, makeReceiptArbitrary } from '../../../testing/electronic-receipts.ts'
import { verifySignature } from '../../../testing/verify-signature.ts'
import { parseCertificateFile } from './certificate.ts'
import { makeReceiptXml } from './document.ts'
import { signSeed } from './sign-seed.ts'
import { getSecurityCode, signCanonicalXml, signXml } from './signature.ts'
import { listViolations } from './validate-document.ts'

const file = makeCertificateFile()
const certificate = parseCertificateFile(file.content, file.password)
const xml = makeReceiptXml(makeReceipt())
const signed = signXml(xml, certificate)

test('signature: xml-crypto accepts it and finds the certificate', () => {
  expect(verifySignature(signed)?.raw).toEqual(certificate.certificate.raw)
  expect(listViolations(signed)).toEqual([])
})

test('signature: is the last child of the root, and the rest of the text stays', () => {
  const [start = '', end] = signed.split(/<Signature xmlns="http:\/\/www\.w3\.org\/2000\/09\/xmldsig#">.*<\/Signature>/)
  expect(start + end).toBe(xml)
  expect(end).toBe('</ECF>')
})

test('signature: has only the elements of DGII’s example', () => {
  const tags = [...signed.slice(signed.indexOf('<Signature ')).matchAll(/<([A-Z]\w+)/g)].map(([, tag]) => tag)
  expect(tags.join(' ')).toBe(
    'Signature SignedInfo CanonicalizationMethod SignatureMethod Reference Transforms Transform DigestMethod ' +
      'DigestValue SignatureValue KeyInfo X509Data X509Certificate',
  )
})

test('signature: covers the digest of the document’s own text', () => {
  const [, signedInfo = ''] = /(<SignedInfo>.*<\/SignedInfo>)/.exec(signed) ?? []
  const [, value = ''] = /<SignatureValue>(.*)<\/SignatureValue>/.exec(signed) ?? []
  const alone = signedInfo.replace('>', ' xmlns="http://www.w3.org/2000/09/xmldsig#">')
  expect(
    verify('RSA-SHA256', Buffer.from(alone), certificate.certificate.publicKey, Buffer.from(value, 'base64')),
  ).toBe(true)
  expect(signedInfo).toContain(
    createHash('sha256')
      .update(xml.slice(xml.indexOf('<ECF>')))
      .digest('base64'),
  )
})

test('signature: the same document gets the same signature', async () => {
  expect(signXml(xml, certificate)).toBe(signed)
  expect(await signCanonicalXml(xml, certificate)).toBe(signed)
})

test('signature: a changed amount, name or signature value does not verify', () => {
  expect(verifySignature(signed.replace('<MontoTotal>1600.00', '<MontoTotal>1600.01'))).toBeNull()
  expect(verifySignature(signed.replace('Gimnasio', 'gimnasio'))).toBeNull()
  expect(verifySignature(signed.replace(/(<SignatureValue>.{9})./, '$1='))).toBeNull()
  expect(verifySignature(signed.replace('</CantidadItem>', ' </CantidadItem>'))).toBeNull()
})

test('signature: random receipts verify', () => {
  fc.assert(
    fc.property(makeReceiptArbitrary('E31'), (receipt) => {
      expect(verifySignature(signXml(makeReceiptXml(receipt), certificate))).not.toBeNull()
    }),
    { numRuns: 20 },
  )
})

test('signature: an indented seed of DGII with namespaces and an empty tag verifies', () => {
  const seed =
    '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema">\r\n  <valor>a+b/c&amp;d==</valor>\n  <fecha>2026-11-30T14:33:32-04:00</fecha>' +
    '\n  <vacio/>\n</SemillaModel>\n'
  const signedSeed = signXml(seed, certificate)
  expect(signedSeed).not.toMatch(/>\s/)
  expect(verifySignature(signedSeed)).not.toBeNull()
})

test('seed: only a seed is signed', () => {
  const seed = '<SemillaModel><valor>a</valor></SemillaModel>'
  expect(verifySignature(signSeed(seed, certificate) ?? '')).not.toBeNull()
  for (const other of [xml, `<!--<SemillaModel>-->${xml}`, `<!DOCTYPE a>${seed}`, seed.slice(1), ''])
    expect(signSeed(other, certificate)).toBeNull()
})

test('security code: the first six characters of the signature value', () => {
  expect(getSecurityCode(signed)).toBe(/<SignatureValue>(.{6})/.exec(signed)?.[1])
  expect(() => getSecurityCode(xml)).toThrow('not signed')
})
