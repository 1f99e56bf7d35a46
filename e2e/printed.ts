// Reads what a page would print, without the print dialog.
import { expect, type Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Call before opening the page: `window.print` counts instead of printing. */
export const withoutPrinter = (page: Page) =>
  page.addInitScript('window.prints = 0; window.print = () => { window.prints += 1 }')

type Paper = { format: 'A4' } | { width: string; height: string }
export const a4: Paper = { format: 'A4' }
export const receiptRoll: Paper = { width: '80mm', height: '297mm' }

export interface Printed {
  pages: number
  /** The texts of each sheet. */
  sheets: string[]
  /** Texts at the same height, left to right, for each sheet. */
  lines: string[]
  /** All texts, with the pieces of a line joined. */
  text: string
  /** Points; right edge of the rightmost text. */
  rightEdge: number
  width: number
}

interface Piece {
  text: string
  left: number
  height: number
}

/** Kerning sets a minus sign apart from its amount. */
const joinTexts = (texts: readonly string[]) => texts.join(' ').replace(/\s+/g, ' ').replaceAll('− $', '−$')

/** Pieces of one line may differ by a point, because of font sizes. */
function joinLines(pieces: readonly Piece[]): string[] {
  const lines = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const height = Math.round(piece.height / 2)
    if (piece.text.trim()) lines.set(height, [...(lines.get(height) ?? []), piece])
  }
  const written = (line: readonly Piece[]) => joinTexts(line.map(({ text }) => text.trim()))
  return [...lines.values()].map((line) => written(line.toSorted((one, other) => one.left - other.left)))
}

async function readPdf(file: Buffer): Promise<Printed> {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  const sheets: string[] = []
  const lines: string[] = []
  let [rightEdge, width] = [0, 0]
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const texts: string[] = []
    const pieces: Piece[] = []
    width = page.getViewport({ scale: 1 }).width
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item)) continue
      texts.push(item.str)
      pieces.push({ text: item.str, left: Number(item.transform[4]), height: Number(item.transform[5]) })
      if (item.str.trim()) rightEdge = Math.max(rightEdge, Number(item.transform[4]) + item.width)
    }
    lines.push(...joinLines(pieces))
    sheets.push(joinTexts(texts))
  }
  await document.destroy()
  return { pages: sheets.length, sheets, lines, text: sheets.join(' '), rightEdge, width }
}

/** Print output of the browser's own command. */
export const onPaper = async (page: Page, paper: Paper): Promise<Printed> => readPdf(await page.pdf(paper))

/** Triggers the print, waits for it, and reads the output. */
export async function printed(page: Page, paper: Paper, begin: () => Promise<void>): Promise<Printed> {
  const before = Number(await page.evaluate('window.prints'))
  await begin()
  await expect.poll(() => page.evaluate('window.prints')).toBe(before + 1)
  return onPaper(page, paper)
}
