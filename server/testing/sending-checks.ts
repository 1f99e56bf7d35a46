// Compares the documents of gyms with those that the stand-in of DGII accepted.
import type { Submission } from '@torniquete/dgii-stand-in/registry.ts'
import type { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { expect } from 'vitest'
import { makeSummaryXml } from '../fiscal/do/ecf/summary.ts'
import type { ElectronicDocumentSample, StoredElectronicDocument } from './electronic-gym.ts'

export interface SentDocumentStatus {
  ncf: string
  status: string
}

const withoutSignature = (xml: string): string => xml.replace(/<Signature .*<\/Signature>/s, '')

/**
 * Random documents of a gym: consumer and credit receipts, and notes of some of them. Numbers count from 1 for each
 * type; `random` is a number from 0 to 1.
 */
export function makeRandomDocumentSamples(count: number, random: () => number): ElectronicDocumentSample[] {
  const used = new Map<string, number>()
  const take = (type: string) => {
    const sequence = (used.get(type) ?? 0) + 1
    used.set(type, sequence)
    return `${type}${String(sequence).padStart(10, '0')}`
  }
  const receipts: string[] = []
  const notes = new Set<string>()
  return Array.from({ length: count }, () => {
    const modifies = receipts[Math.floor(random() * receipts.length)]
    if (random() < 0.15 && modifies && !notes.has(modifies)) {
      notes.add(modifies)
      return { ncf: take('E34'), modifies }
    }
    const ncf = take(random() < 0.8 ? 'E32' : 'E31')
    receipts.push(ncf)
    return { ncf }
  })
}

/**
 * Each document that its gym believes accepted was accepted once, unaltered, and before the notes that modify it. Of
 * documents with the same number, the last one counts.
 */
export function expectDocumentsAcceptedOnce(
  dgii: StandInServer,
  taxId: string,
  documents: StoredElectronicDocument[],
  states: SentDocumentStatus[],
): void {
  const status = new Map(states.map((each) => [each.ncf, each.status]))
  const accepted = new Map<string, Submission[]>()
  for (const each of dgii.registry().listAccepted())
    if (each.taxId === taxId) accepted.set(each.ncf, [...(accepted.get(each.ncf) ?? []), each])
  const newest = new Map(documents.map((each) => [each.ncf, each])).values()
  const wrong = [...newest].flatMap(({ ncf, xml, modifies }) => {
    const [found, ...others] = accepted.get(ncf) ?? []
    const isAccepted = status.get(ncf) === 'accepted' || status.get(ncf) === 'remarks'
    if (!found) return isAccepted ? [`${ncf}: believed accepted`] : []
    const content = found.content.toString()
    const problems = [
      ...(others.length > 0 ? ['accepted twice'] : []),
      ...(isAccepted ? [] : [`accepted, but ${status.get(ncf)}`]),
      ...((found.code === 4) === (status.get(ncf) === 'remarks') ? [] : ['remarks differ']),
      ...(content.startsWith('<?xml version="1.0" encoding="utf-8"?><RFCE>')
        ? withoutSignature(content) === makeSummaryXml(xml)
          ? []
          : ['other summary']
        : content === xml
          ? []
          : ['altered']),
      ...(modifies && (accepted.get(modifies)?.[0]?.decidedAt ?? new Date(8.64e15)) > found.receivedAt
        ? ['before its receipt']
        : []),
    ]
    return problems.map((problem) => `${ncf}: ${problem}`)
  })
  expect(wrong).toEqual([])
}
