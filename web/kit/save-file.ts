export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser reads it after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
