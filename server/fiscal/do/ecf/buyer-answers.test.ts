import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import { expect, test } from 'vitest'
import { verifySignature } from '../../../testing/verify-signature.ts'
import { makeAcknowledgementXml, makeApprovalXml, parseCommercialApproval } from './buyer-answers.ts'
import { parseCertificateFile } from './certificate.ts'
import { parseXml, type XmlElement } from './parse-xml.ts'
import { signXml } from './signature.ts'
import { listViolations } from './validate-document.ts'

const at = new Date('2026-12-01T02:30:00Z')
const parties = { ncf: 'E310000000005', issuerTaxId: '131246796', buyerTaxId: '00113918205' }
const approval = { ...parties, issuedOn: '2026-11-30', total: '1180.00', rejectionReason: null }
const file = makeCertificateFile()
const certificate = parseCertificateFile(file.content, file.password)

test('acknowledgement: the exact text', () => {
  expect(makeAcknowledgementXml(parties, null, at)).toBe(
    '<?xml version="1.0" encoding="utf-8"?><ARECF><DetalleAcusedeRecibo><Version>1.0</Version>' +
      '<RNCEmisor>131246796</RNCEmisor><RNCComprador>00113918205</RNCComprador><eNCF>E310000000005</eNCF>' +
      '<Estado>0</Estado><FechaHoraAcuseRecibo>30-11-2026 22:30:00</FechaHoraAcuseRecibo></DetalleAcusedeRecibo></ARECF>',
  )
})

test.each([
  ['specification', 1],
  ['signature', 2],
  ['duplicate', 3],
  ['buyer', 4],
] as const)('acknowledgement: refusal for its %s has code %i', (refusal, code) => {
  const xml = makeAcknowledgementXml(parties, refusal, at)
  expect(xml).toContain(`<Estado>1</Estado><CodigoMotivoNoRecibido>${code}</CodigoMotivoNoRecibido>`)
})

test('approval: the exact text', () => {
  expect(makeApprovalXml(approval, at)).toBe(
    '<?xml version="1.0" encoding="utf-8"?><ACECF><DetalleAprobacionComercial><Version>1.0</Version>' +
      '<RNCEmisor>131246796</RNCEmisor><eNCF>E310000000005</eNCF><FechaEmision>30-11-2026</FechaEmision>' +
      '<MontoTotal>1180.00</MontoTotal><RNCComprador>00113918205</RNCComprador><Estado>1</Estado>' +
      '<FechaHoraAprobacionComercial>30-11-2026 22:30:00</FechaHoraAprobacionComercial>' +
      '</DetalleAprobacionComercial></ACECF>',
  )
})

test('approval: a rejection has a reason of at most 250 characters', () => {
  const xml = makeApprovalXml({ ...approval, rejectionReason: `No pedimos <esto> ${'x'.repeat(300)}` }, at)
  const [, reason = ''] = /<Estado>2<\/Estado><DetalleMotivoRechazo>(.*)<\/DetalleMotivoRechazo>/.exec(xml) ?? []
  expect(reason).toMatch(/^No pedimos &lt;esto&gt; x+$/)
  expect(reason.replace(/&..;/g, '<')).toHaveLength(250)
})

test('buyer answers: signed, they verify and keep to the format', () => {
  const texts = [makeAcknowledgementXml(parties, null, at), makeApprovalXml(approval, at)]
  for (const signed of texts.map((xml) => signXml(xml, certificate))) {
    expect(verifySignature(signed)?.raw).toEqual(certificate.certificate.raw)
    expect(listViolations(signed)).toEqual([])
  }
})

const acknowledgement = makeAcknowledgementXml(parties, 'buyer', at)
const rejection = makeApprovalXml({ ...approval, rejectionReason: 'No' }, at)
test.each([
  ['a refusal without code', acknowledgement, /<Codigo.*Recibido>4<.*Recibido>(?=<Fecha)/, ''],
  ['a reception with code', acknowledgement, '<Estado>1', '<Estado>0'],
  ['an RNC of ten digits', acknowledgement, '<RNCEmisor>1', '<RNCEmisor>11'],
  ['an e-NCF of ten characters', acknowledgement, 'E310000000005', 'E310000005'],
  ['an unknown code', acknowledgement, '>4<', '>5<'],
  ['a rejection without reason', rejection, /<DetalleMotivo.*MotivoRechazo>/, ''],
  ['an approval with reason', rejection, '<Estado>2', '<Estado>1'],
  ['an amount without cents', rejection, '1180.00', '1180'],
])('buyer answers: %s is a violation', (_, xml, search, replacement) => {
  const broken = xml.replace(search, replacement)
  expect(broken).not.toBe(xml)
  expect(listViolations(broken)).not.toEqual([])
})

test('approval: is read as it was made', () => {
  for (const rejectionReason of [null, 'No pedimos <esto>']) {
    const root = parseXml(makeApprovalXml({ ...approval, rejectionReason }, at)) as XmlElement
    expect(parseCommercialApproval(root)).toEqual({ ...approval, rejectionReason })
  }
  expect(parseCommercialApproval(parseXml(acknowledgement) as XmlElement)).toBeNull()
  expect(parseCommercialApproval(parseXml(rejection.replace('>2<', '>3<')) as XmlElement)).toBeNull()
})
