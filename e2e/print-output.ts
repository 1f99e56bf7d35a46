// Reads the text that a page would print, without opening the print dialog.
import { expect, type Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Call it before opening the page: `window.print` then only counts in `window.prints`. */
export const replacePrintByCounter = (page: Page) =>
  page.addInitScript('window.prints = 0; window.print = () => { window.prints += 1 }')

type Paper = { format: 'A4' } | { width: string; height: string }
export const a4Paper: Paper = { format: 'A4' }
export const receiptRollPaper: Paper = { width: '80mm', height: '297mm' }

export interface PrintOutput {
  pages: number
  /** The text of each sheet. */
  sheets: string[]
  /** Lines of all sheets: texts at the same height, joined from left to right. */
  lines: string[]
  /** The text of all sheets. */
  text: string
  /** Right edge of the rightmost text in points (1/72 inch). */
  rightEdge: number
  width: number
}

interface Piece {
  text: string
  left: number
  height: number
}

/** Joins a minus sign with its amount, because kerning makes them separate texts in the PDF. */
const joinTexts = (texts: readonly string[]) => texts.join(' ').replace(/\s+/g, ' ').replaceAll('− $', '−$')

/** Joins texts whose heights differ by a point at most, because a line may have several font sizes. */
function joinLines(pieces: readonly Piece[]): string[] {
  const lines = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const height = Math.round(piece.height / 2)
    if (piece.text.trim()) lines.set(height, [...(lines.get(height) ?? []), piece])
  }
  const written = (line: readonly Piece[]) => joinTexts(line.map(({ text }) => text.trim()))
  return [...lines.values()].map((line) => written(line.toSorted((one, other) => one.left - other.left)))
}

async function readPdf(file: Buffer): Promise<PrintOutput> {
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

/** Returns the output of the browser's own print command. */
export const printPage = async (page: Page, paper: Paper): Promise<PrintOutput> => readPdf(await page.pdf(paper))

/** Runs `begin`, waits until the page prints, and returns the output. */
export async function capturePrint(page: Page, paper: Paper, begin: () => Promise<void>): Promise<PrintOutput> {
  const before = Number(await page.evaluate('window.prints'))
  await begin()
  await expect.poll(() => page.evaluate('window.prints')).toBe(before + 1)
  return printPage(page, paper)
}
