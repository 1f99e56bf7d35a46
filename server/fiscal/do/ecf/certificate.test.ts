import { generateKeyPairSync } from 'node:crypto'
import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import forge from 'node-forge'
import { expect, test } from 'vitest'
import { parseCertificateFile, UnreadableCertificateError } from './certificate.ts'

const readReason = (content: Uint8Array, password: string) => {
  try {
    parseCertificateFile(content, password)
    return null
  } catch (error) {
    return error instanceof UnreadableCertificateError ? error.reason : error
  }
}

test.each(['3des', 'aes256'] as const)('certificate file with %s: has its holder and last day', (cipher) => {
  const validUntil = new Date('2027-05-06T07:08:09Z')
  const file = makeCertificateFile({ subject: 'JOSÉ ÑÚÑEZ', password: 'ñ€ clave', validUntil, cipher })
  const certificate = parseCertificateFile(file.content, file.password)
  expect(certificate).toMatchObject({ subject: 'JOSÉ ÑÚÑEZ', validUntil })
  expect(certificate.certificate.checkPrivateKey(certificate.key)).toBe(true)
})

test('certificate file: a wrong password is distinguished from another format', () => {
  const { content, password } = makeCertificateFile()
  expect(readReason(content, 'otra')).toBe('password')
  expect(readReason(content, '')).toBe('password')
  expect(readReason(content.subarray(0, 500), password)).toBe('format')
  expect(readReason(Buffer.from('hola'), password)).toBe('format')
  expect(readReason(Buffer.alloc(0), password)).toBe('format')
})

test('certificate file: without a key, or with the key of another certificate, it is refused', () => {
  const { content, password } = makeCertificateFile()
  const asn1 = forge.asn1.fromDer(content.toString('latin1'))
  const archive = forge.pkcs12.pkcs12FromAsn1(asn1, password)
  const type = forge.pki.oids.certBag ?? ''
  const certificate = archive.getBags({ bagType: type })[type]?.[0]?.cert ?? null
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  for (const key of [null, forge.pki.privateKeyFromPem(privateKey)]) {
    const other = forge.pkcs12.toPkcs12Asn1(
      key as forge.pki.rsa.PrivateKey,
      [certificate as forge.pki.Certificate],
      password,
    )
    expect(readReason(Buffer.from(forge.asn1.toDer(other).getBytes(), 'latin1'), password)).toBe('no-key')
  }
})
