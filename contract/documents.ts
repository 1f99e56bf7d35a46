// Documents declared by the areas.
import { areas } from './areas.ts'
import { type BookedDocument, type CallArea, getCallArea } from './shared/endpoint.ts'

type BookedArea = NonNullable<(typeof areas)[number]['document']>
export type DocumentKind = BookedArea['kind']
/** Kinds of documents that pay money out. */
export type OutgoingKind = Extract<BookedArea, { flow: 'out' }>['kind']

type BookingAreas<Each> = Each extends { document: BookedDocument; calls: infer Calls } ? CallArea<keyof Calls> : never
/** Areas with documents. */
export type BookingArea = BookingAreas<(typeof areas)[number]>

export interface AnyDocument extends BookedDocument {
  kind: DocumentKind
}

export const documents: readonly AnyDocument[] = areas.flatMap(({ document }) => (document ? [document] : []))

/** Names of a kind; undefined for kinds of a newer server. */
export const documentTexts: Readonly<Partial<Record<string, Pick<BookedDocument, 'title' | 'plural' | 'flow'>>>> =
  Object.fromEntries(documents.map(({ kind, title, plural, flow }) => [kind, { title, plural, flow }]))

export const outgoingKinds = documents.flatMap(({ kind, flow }) => (flow === 'out' ? [kind] : [])) as OutgoingKind[] // filtered

/** Areas with documents. */
export const bookingAreas = areas.flatMap(({ document, calls }) => {
  const [first = ''] = Object.keys(calls)
  return document ? [getCallArea(first)] : []
}) as BookingArea[] // Object.keys forgets the names
