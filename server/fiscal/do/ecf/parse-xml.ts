// Reads XML into plain objects. Documents with a DTD are refused: DGII's documents have none.
import { SaxesParser } from 'saxes'

export interface XmlElement {
  tag: string
  attributes: Record<string, string>
  /** Own text, without that of child elements. */
  text: string
  children: XmlElement[]
}

/** Root element; null if the text is not well-formed XML. */
export function parseXml(xml: string): XmlElement | null {
  const top: XmlElement = { tag: '', attributes: {}, text: '', children: [] }
  const open = [top]
  let isWellFormed = true
  const refuse = () => {
    isWellFormed = false
  }
  const parser = new SaxesParser()
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { tag: name, attributes, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml).close()
  return isWellFormed ? (top.children[0] ?? null) : null
}

/** Elements at a path of tags below an element, such as `Encabezado/IdDoc`. */
export function listElements(element: XmlElement, path: string): XmlElement[] {
  const tags = path.split('/')
  return tags.reduce<XmlElement[]>(
    (found, tag) => found.flatMap(({ children }) => children.filter((child) => child.tag === tag)),
    [element],
  )
}

/** Text of the first element at a path; null without one. */
export const findElementText = (element: XmlElement, path: string): string | null => findFirst(element, path.split('/'))

function findFirst({ text, children }: XmlElement, [tag, ...rest]: string[]): string | null {
  if (tag === undefined) return text
  for (const child of children) {
    const found = child.tag === tag ? findFirst(child, rest) : null
    if (found !== null) return found
  }
  return null
}
