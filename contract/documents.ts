// What the areas book, each as its own area says it. The browser's build puts the value in the place of this file, as of
// call-rows.ts.
import { areas } from './areas.ts'
import { type AreaOf, areaOf, type BookedDocument } from './endpoint.ts'

type Booked = NonNullable<(typeof areas)[number]['document']>
export type DocumentKind = Booked['kind']
/** By which money goes out. */
export type OutgoingKind = Extract<Booked, { flow: 'out' }>['kind']

type Books<Each> = Each extends { document: BookedDocument; calls: infer Calls } ? AreaOf<keyof Calls> : never
/** The areas that book them. */
export type BookingArea = Books<(typeof areas)[number]>

export interface AnyDocument extends BookedDocument {
  kind: DocumentKind
}

export const documents: readonly AnyDocument[] = areas.flatMap(({ document }) => (document ? [document] : []))

/** What a person is told of each; nothing of a kind that a newer server knows. */
export const documentOf: Readonly<Partial<Record<string, Pick<BookedDocument, 'title' | 'plural' | 'flow'>>>> =
  Object.fromEntries(documents.map(({ kind, title, plural, flow }) => [kind, { title, plural, flow }]))

export const outgoingKinds = documents.flatMap(({ kind, flow }) => (flow === 'out' ? [kind] : [])) as OutgoingKind[] // filtered

/** The areas that book documents, as their calls' names begin. */
export const bookingAreas = areas.flatMap(({ document, calls }) => {
  const [first = ''] = Object.keys(calls)
  return document ? [areaOf(first)] : []
}) as BookingArea[] // Object.keys forgets the names
