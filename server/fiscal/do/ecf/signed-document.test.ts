import { generateKeyPairSync } from 'node:crypto'
import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { makeReceipt, makeReceiptArbitrary } from '../../../testing/electronic-receipts.ts'
import { parseCertificateFile } from './certificate.ts'
import { makeReceiptXml } from './document.ts'
import { findElementText } from './parse-xml.ts'
import { signXml } from './signature.ts'
import { isCertificateDateValid, parseSignedDocument } from './signed-document.ts'

const file = makeCertificateFile()
const own = parseCertificateFile(file.content, file.password)
const xml = makeReceiptXml(makeReceipt())
const signed = signXml(xml, own)
const [signature = ''] = /<Signature .*<\/Signature>/.exec(signed) ?? []

/** Signs as other programs do. */
function signWithXmlCrypto(text: string, transforms: string[] = [], prefix?: string): string {
  const signer = new SignedXml({
    privateKey: own.key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: own.certificate.toString(),
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  })
  signer.addReference({
    xpath: '/*',
    uri: '',
    isEmptyUri: true,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', ...transforms],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signer.computeSignature(text, prefix ? { prefix } : {})
  return signer.getSignedXml()
}

const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const holds = (text: string) =>
  parseSignedDocument(text)?.certificate?.fingerprint256 === own.certificate.fingerprint256

test('signed document: own signatures hold, and the content is read', () => {
  fc.assert(
    fc.property(makeReceiptArbitrary('E31'), (receipt) => {
      const document = parseSignedDocument(signXml(makeReceiptXml(receipt), own))
      expect(document?.certificate?.raw).toEqual(own.certificate.raw)
      expect(document && findElementText(document.root, 'Encabezado/IdDoc/eNCF')).toBe(receipt.ncf)
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['without transform of its canonical form', xml, []],
  ['with transform of its canonical form', xml, [canonical]],
  [
    'with namespaces',
    xml.replace('<ECF>', '<ECF xmlns:xsd="urn:d" xmlns:xsi="urn:i" xsi:a="1" b="&lt;">'),
    [canonical],
  ],
])('signed document: a signature of xml-crypto %s holds', (_, text, transforms) => {
  expect(holds(signWithXmlCrypto(text, transforms))).toBe(true)
})

test('signed document: blanks between tags and broken base64 are allowed', () => {
  const wrapped = signed.replace(/(<X509Certificate>.{64})/, '$1\r\n').replaceAll('><', '>\n  <')
  expect(holds(`\ufeff${wrapped}\n`)).toBe(true)
})

test.each([
  ['cut', signed.slice(0, -10)],
  ['with a DTD', signed.replace('<ECF>', '<!DOCTYPE ECF [<!ENTITY a "b">]><ECF>')],
  ['with an unknown entity', signed.replace('Gimnasio', '&gym;')],
  ['with a style sheet', signed.replace('<ECF>', '<?xml-stylesheet href="a"?><ECF>')],
  ['with two roots', `${signed}<ECF></ECF>`],
  ['nested too deeply', `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`],
  ['empty', ''],
])('signed document: %s is no document', (_, text) => {
  expect(parseSignedDocument(text)).toBeNull()
})

const forged = xml.replace('1600.00', '1.00').replace(/^.*<ECF>/, '<ECF>')
test.each([
  ['without signature', xml],
  ['with a changed amount', signed.replace('1600.00', '1600.01')],
  ['with a changed signature value', signed.replace(/(<SignatureValue>.{9})./, '$1=')],
  ['with the signature of another document', forged.replace('</ECF>', `${signature}</ECF>`)],
  ['with the signature before the content', signed.replace(signature, '').replace('<ECF>', `<ECF>${signature}`)],
  ['with the signature in a child', signed.replace(signature, `<Otro>${signature}</Otro>`)],
  ['with two signatures', signed.replace('</ECF>', `${signature}</ECF>`)],
  [
    'with a second signature of another prefix',
    signed.replace('<Encabezado>', '<ds:Signature xmlns:ds="u"/><Encabezado>'),
  ],
  [
    'that wraps the signed document',
    signed.replace(
      /^(<\?.*?\?>)(.*)$/,
      (_, start, inner) =>
        `${start}${forged.replace('</ECF>', `<Object>${inner.replace(signature, '')}</Object>${signature}</ECF>`)}`,
    ),
  ],
  ['that is signed in an object of the signature', signed.replace('<KeyInfo>', '<Object><ECF/></Object><KeyInfo>')],
  ['whose reference names an element', signed.replace('URI=""', 'URI="#a"').replace('<ECF>', '<ECF Id="a">')],
  ['whose signature has a prefix', signWithXmlCrypto(xml, [], 'ds')],
  ['with SHA-1', signed.replaceAll('sha256', 'sha1')],
  ['without certificate', signed.replace(/<X509Certificate>.*<\/X509Certificate>/, '')],
  ['with a broken certificate', signed.replace(/<X509Certificate>[^<]*</, '<X509Certificate>AAAA<')],
])('signed document: a document %s has no certificate', (_, text) => {
  expect(text).not.toBe(signed)
  expect(parseSignedDocument(text)).toMatchObject({ root: { tag: 'ECF' }, certificate: null })
})

test('signed document: a signature by a key other than the certificate’s is invalid', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  expect(holds(signXml(xml, { ...own, key: privateKey }))).toBe(false)
})

test.each([
  ['signatures', '<Signature x=""/>'],
  ['namespaces', '<a xmlns="b"/>'],
])('signed document: thousands of %s are refused', (_, tag) => {
  const many = signed.replace('<Encabezado>', `${tag.repeat(40_000)}<Encabezado>`)
  expect(holds(many)).toBe(false)
})

test('certificate: valid from its first to its last moment', () => {
  const { certificate } = own
  expect(isCertificateDateValid(certificate, new Date('2026-06-01'))).toBe(true)
  expect(isCertificateDateValid(certificate, new Date('2025-12-31T23:59:59Z'))).toBe(false)
  expect(isCertificateDateValid(certificate, new Date('2030-01-02T03:04:06Z'))).toBe(false)
})
