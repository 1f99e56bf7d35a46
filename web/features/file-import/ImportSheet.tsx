import { NativeSelect } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'

interface ImportSheetProps {
  sheets: readonly string[]
  sheet: number
  onChange: (sheet: number) => void
}

/** Only one sheet is read; another can be chosen. */
export function ImportSheet({ sheets, sheet, onChange }: ImportSheetProps) {
  if (sheets.length < 2) return null
  return (
    <NativeSelect
      label="Hoja"
      description={`El archivo tiene ${showNumber(sheets.length)} hojas: se importan una por una.`}
      data={sheets.map((label, at) => ({ value: String(at), label }))}
      value={String(sheet)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  )
}
