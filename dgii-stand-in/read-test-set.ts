// Reads the workbook of test documents that DGII hands to applicants for the certification, and makes their XML.
//
// The certification guide says only that an Excel file holds the data, whose fields and order the XML must keep. By
// reports of applicants each column is named like an element of the XML, with the positions of repeated elements in
// brackets (`FormaPago[1]`, `TipoCodigo[2][1]`), `#e` is an empty cell, and the sheets are called ECF and RFCE.
import readWorkbook from 'read-excel-file/node'
import type { XmlElement } from '../server/fiscal/do/ecf/parse-xml.ts'
import { formatDgiiDay, formatXml, makeField, makeGroup } from '../server/fiscal/do/ecf/xml.ts'
import { type FieldNode, testSetFieldTrees } from './test-set-fields.ts'

export interface TestSetCase {
  kind: keyof typeof testSetFieldTrees
  /** Values by column, without empty cells. */
  values: Map<string, string>
}

/** Columns that are no elements of the XML. */
const ignoredColumns = ['casoprueba']

/** Names in the workbook of elements whose tag occurs twice. */
const aliases: Record<string, string> = { numerolineador: 'DescuentosORecargos/DescuentoORecargo/NumeroLinea' }

const readCell = (cell: unknown): string =>
  cell instanceof Date ? formatDgiiDay(cell.toISOString().slice(0, 10)) : String(cell ?? '').trim()

/** Documents of all sheets; sheets with other names are told apart by their columns. */
export async function readTestSet(content: Buffer): Promise<TestSetCase[]> {
  const cases: TestSetCase[] = []
  for (const { sheet, data } of await readWorkbook(content)) {
    const [headings = [], ...lines] = data
    const titles = headings.map(readCell)
    const isThere = (wanted: string) => titles.some((title) => title.toLowerCase() === wanted.toLowerCase())
    if (!isThere('eNCF')) continue
    const kind = isThere('DetalleMotivoRechazo') ? 'ACECF' : /rfce/i.test(sheet) ? 'RFCE' : 'ECF'
    for (const line of lines) {
      const cells = titles.map((title, at): [string, string] => [title, readCell(line[at])])
      const values = new Map(
        cells.filter(([title, text]) => title !== '' && text !== '' && text.toLowerCase() !== '#e'),
      )
      if (findColumnValue({ values }, 'eNCF') !== '') cases.push({ kind, values })
    }
  }
  return cases
}

/** Value of a column, in any letter case; empty without one. */
export function findColumnValue({ values }: Pick<TestSetCase, 'values'>, column: string): string {
  const wanted = column.toLowerCase()
  return [...values].find(([title]) => title.toLowerCase() === wanted)?.[1] ?? ''
}

interface PlacedValue {
  /** Tags from below the root to the element, each with its position. */
  steps: { tag: string; position: number }[]
  text: string
}

/** Unsigned XML with exactly the values of the workbook. Throws if a column is no element of the document. */
export function makeTestSetCaseXml({ kind, values }: TestSetCase): string {
  const root = testSetFieldTrees[kind]
  const places = listPlaces(root)
  const placed = [...values].flatMap(([column, text]) => {
    const [, name = '', brackets = ''] = /^([^[\]]+)((?:\[\d+\])*)$/.exec(column) ?? []
    const positions = [...brackets.matchAll(/\d+/g)].map(Number)
    if (ignoredColumns.includes(name.toLowerCase())) return []
    const place = places.get(`${name.toLowerCase()} ${positions.length}`)
    if (!place) throw new Error(`${column}: no es un elemento de ${kind}`)
    const steps = place.map(({ tag, repeats }) => ({ tag, position: repeats ? (positions.shift() ?? 1) : 1 }))
    return [{ steps, text }]
  })
  return formatXml(makeElement(root, placed))
}

/** Paths by lower-case name and number of positions, such as `tipocodigo 2`. */
function listPlaces(root: FieldNode): Map<string, FieldNode[]> {
  const places = new Map<string, FieldNode[]>()
  const walk = (path: FieldNode[]) => {
    const node = path.at(-1)
    for (const child of node?.children ?? root.children) walk([...path, child])
    if (!node || node.children.length > 0) return
    const text = path.map(({ tag }) => tag).join('/')
    const [alias = node.tag.toLowerCase()] = Object.keys(aliases).filter((each) => aliases[each] === text)
    places.set(`${alias} ${path.filter(({ repeats }) => repeats).length}`, path)
  }
  walk([])
  return places
}

function makeElement({ tag, children }: FieldNode, placed: PlacedValue[]): XmlElement | null {
  if (children.length === 0) return makeField(tag, placed[0]?.text ?? null)
  const contents = children.flatMap((child) => {
    const within = placed.filter(({ steps }) => steps[0]?.tag === child.tag)
    const byPosition = [...Map.groupBy(within, ({ steps }) => steps[0]?.position ?? 1)].sort(
      ([one], [other]) => one - other,
    )
    return byPosition.map(([, values]) =>
      makeElement(
        child,
        values.map(({ steps, text }) => ({ steps: steps.slice(1), text })),
      ),
    )
  })
  return makeGroup(tag, ...contents)
}
