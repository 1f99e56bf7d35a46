// Makes, signs and sends the test documents of the certification, from the Excel file that DGII hands out.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { CarrierDocument, CarrierOutcome } from '../server/fiscal/do/carrier/carrier.ts'
import { DgiiCarrier } from '../server/fiscal/do/carrier/dgii-carrier.ts'
import { parseCertificateFile, type SigningCertificate } from '../server/fiscal/do/ecf/certificate.ts'
import { dgiiEnvironmentPaths, type FiscalEnvironment } from '../server/fiscal/do/ecf/qr.ts'
import { getSecurityCode, signXml } from '../server/fiscal/do/ecf/signature.ts'
import { formatDgiiInstant } from '../server/fiscal/do/ecf/xml.ts'
import { findColumnValue, makeTestSetCaseXml, readTestSet, type TestSetCase } from './read-test-set.ts'

const usage = `Usage: CERTIFICATE_PASSWORD=… node dgii-stand-in/send-test-set.ts FILE.xlsx --certificate FILE.p12 [--out test-set]
  [--environment certification|test] [--url http://127.0.0.1:8800]
  Writes the signed XML to the folder --out, sends it, and prints DGII's decision about each document. Upload the consumer
  receipts under RD$ 250,000, of which only summaries are sent, from that folder to DGII's portal.`

const unsent = { trackId: null, mayHaveArrived: false, earlierTrackIds: [] }
const pollMs = 2_000
const polls = 60

interface Settings {
  environment: FiscalEnvironment
  certificate: SigningCertificate
  carrier: DgiiCarrier
  out: string
}

/** Receipts first, then notes, which modify them, then summaries. */
const getStage = (each: TestSetCase): number =>
  ['ECF', 'RFCE', 'ACECF'].indexOf(each.kind) * 2 + Number(/^E3[34]/.test(findColumnValue(each, 'eNCF')))

function signCase(each: TestSetCase, signed: Map<string, string>, certificate: SigningCertificate): string {
  const values = new Map(each.values)
  if (each.kind === 'ECF') values.set('FechaHoraFirma', formatDgiiInstant(new Date()))
  if (each.kind === 'RFCE') {
    const receipt = signed.get(findColumnValue(each, 'eNCF'))
    if (!receipt) throw new Error(`${findColumnValue(each, 'eNCF')}: falta su factura en la hoja ECF`)
    values.set('CodigoSeguridadeCF', getSecurityCode(receipt))
  }
  return signXml(makeTestSetCaseXml({ ...each, values }), certificate)
}

async function send(document: CarrierDocument, { carrier, certificate }: Settings): Promise<CarrierOutcome> {
  const { signal } = new AbortController()
  let outcome = await carrier.submit(document, certificate, signal)
  for (let poll = 0; outcome.kind === 'taken' && poll < polls; poll += 1) {
    await pause(pollMs)
    outcome = await carrier.ask({ ...document, trackId: outcome.trackId }, certificate, signal)
  }
  return outcome
}

function describe(outcome: CarrierOutcome): string {
  if ('reason' in outcome) return outcome.reason
  if (!('messages' in outcome)) return outcome.kind
  return [outcome.kind, ...outcome.messages.map(({ code, text }) => `${code} ${text}`)].join(' | ')
}

async function sendCase(each: TestSetCase, signed: Map<string, string>, settings: Settings): Promise<string> {
  const { environment, certificate, carrier, out } = settings
  const ncf = findColumnValue(each, 'eNCF')
  const xml = signCase(each, signed, certificate)
  if (each.kind === 'ECF') signed.set(ncf, xml)
  const taxId = findColumnValue(each, each.kind === 'ACECF' ? 'RNCComprador' : 'RNCEmisor')
  const file = { environment, taxId, name: `${taxId}${ncf}.xml`, xml }
  writeFileSync(join(out, each.kind === 'ECF' ? file.name : `${each.kind}-${file.name}`), xml)
  if (each.kind === 'ACECF') return describe(await carrier.approve(file, certificate, new AbortController().signal))
  const isSmall = ncf.startsWith('E32') && Number(findColumnValue(each, 'MontoTotal')) < 250_000
  if (each.kind === 'ECF' && isSmall) return 'signed; its summary is sent'
  const securityCode = getSecurityCode(signed.get(ncf) ?? xml)
  const buyerTaxId = findColumnValue(each, 'RNCComprador') || null
  const isSummary = each.kind === 'RFCE'
  const document = { ...file, ncf, buyerTaxId, securityCode, isSummary, ...unsent }
  return describe(await send(document, settings))
}

function readSettings(): Settings & { workbook: string } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      certificate: { type: 'string' },
      out: { type: 'string', default: 'test-set' },
      environment: { type: 'string', default: 'certification' },
      url: { type: 'string' },
    },
  })
  const [workbook] = positionals
  const environment = (Object.keys(dgiiEnvironmentPaths) as FiscalEnvironment[]).find(
    (each) => each === values.environment,
  )
  if (!workbook || !values.certificate) throw new Error('FILE.xlsx and --certificate are needed')
  if (!environment || environment === 'production') throw new Error('--environment is certification or test')
  const certificate = parseCertificateFile(readFileSync(values.certificate), env.CERTIFICATE_PASSWORD ?? '')
  const carrier = new DgiiCarrier(values.url, () => new Date())
  mkdirSync(values.out, { recursive: true })
  return { workbook, environment, certificate, carrier, out: values.out }
}

try {
  const settings = readSettings()
  const cases = (await readTestSet(readFileSync(settings.workbook))).toSorted(
    (one, other) => getStage(one) - getStage(other),
  )
  const signed = new Map<string, string>()
  for (const each of cases)
    console.log(`${each.kind} ${findColumnValue(each, 'eNCF')}: ${await sendCase(each, signed, settings)}`)
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
  process.exitCode = 1
}
