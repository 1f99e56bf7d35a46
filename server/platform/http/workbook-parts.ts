// Parts of an .xlsx file besides its sheets (ECMA-376, parts 1 and 2): content types, relations and styles.
import type { ZipEntry } from './make-zip.ts'

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const spreadsheetNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const workbookContentType = `${spreadsheet}.sheet`

/** Indexes into `formats` below; number format 4 is Excel's built-in `#,##0.00`. */
export const cellStyleIndexes = { plain: 0, title: 1, numericTitle: 2, money: 3, day: 4, instant: 5 } as const
const formats = [
  'numFmtId="0" fontId="0"/>',
  'numFmtId="0" fontId="1" applyFont="1" applyAlignment="1"><alignment horizontal="left"/></xf>',
  'numFmtId="0" fontId="1" applyFont="1" applyAlignment="1"><alignment horizontal="right"/></xf>',
  'numFmtId="4" fontId="0" applyNumberFormat="1"/>',
  'numFmtId="164" fontId="0" applyNumberFormat="1"/>',
  'numFmtId="165" fontId="0" applyNumberFormat="1"/>',
].map((format) => `<xf fillId="0" borderId="0" xfId="0" ${format}`)

const styleSheet = [
  `<styleSheet ${spreadsheetNamespace}><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>`,
  '<numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm:ss"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${formats.length}">`,
  ...formats,
  '</cellXfs></styleSheet>',
]

/** Path of a sheet relative to `xl/workbook.xml`. */
const sheetTarget = (number: number) => `worksheets/sheet${number}.xml`
export const formatSheetPath = (number: number): string => `xl/${sheetTarget(number)}`

/** Makes the fixed parts of a file with `sheets` sheets, named Hoja1, Hoja2, … */
export function makeFixedWorkbookEntries(sheets: number): ZipEntry[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const part = (name: string, content: string[]) => ({ name, content: [xmlDeclaration, ...content] })
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const related = (...each: string[]) => [
    `<Relationships xmlns="${packages}/relationships">`,
    ...each,
    '</Relationships>',
  ]
  const override = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="${spreadsheet}.${kind}+xml"/>`
  return [
    part('[Content_Types].xml', [
      `<Types xmlns="${packages}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      override('xl/workbook.xml', 'sheet.main'),
      override('xl/styles.xml', 'styles'),
      ...numbers.map((number) => override(formatSheetPath(number), 'worksheet')),
      '</Types>',
    ]),
    part('_rels/.rels', related(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
    part('xl/workbook.xml', [
      `<workbook ${spreadsheetNamespace} xmlns:r="${relations}"><sheets>`,
      ...numbers.map((number) => `<sheet name="Hoja${number}" sheetId="${number}" r:id="rId${number}"/>`),
      '</sheets></workbook>',
    ]),
    part(
      'xl/_rels/workbook.xml.rels',
      related(
        ...numbers.map((number) => relation(`rId${number}`, 'worksheet', sheetTarget(number))),
        relation(`rId${sheets + 1}`, 'styles', 'styles.xml'),
      ),
    ),
    part('xl/styles.xml', styleSheet),
  ]
}
