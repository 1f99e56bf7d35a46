export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // Released later, because the browser reads the address after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
