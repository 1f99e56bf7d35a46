/** Parses options (protocol §5.3). Values contain commas, so only a comma before a key and `=` separates options. */
export function parseTerminalOptions(text: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const part of text.replaceAll('\0', '').split(/[\r\n]+|,(?=~?[A-Za-z]\w{0,63}=)/)) {
    const at = part.indexOf('=')
    if (at > 0) options.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  return options
}
