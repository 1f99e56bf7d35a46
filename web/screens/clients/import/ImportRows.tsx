import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ImportAnswer, ImportField, Told } from '@torniquete/contract/client-import.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fileOfFile } from '../../../api/file.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { toast } from '../../../kit/toast.ts'
import classes from './import.module.css'
import { clientsText, formOf, rowsText } from './import-words.ts'

interface ImportRowsProps {
  shown: ImportAnswer
  chosen: { file: File; columns: readonly (ImportField | null)[] | null }
}

/** What becomes of the file's rows: how many are made, who is a client already, and which are to be mended, with why. */
export function ImportRows({ shown, chosen }: ImportRowsProps) {
  const { ready, members, present, rejected, refusal } = shown
  return (
    <Stack gap="sm">
      {refusal ? (
        <Alert color="yellow" role="status">
          {refusal}
        </Alert>
      ) : (
        <Text role="status">
          Se agregarán <b>{clientsText(ready)}</b>
          {members > 0 && `, ${showNumber(members)} con membresía`}. Su membresía no cuenta como ingreso.
        </Text>
      )}
      {rejected.count > 0 && (
        <Group kind="rejected" list={rejected}>
          {rejected.count === 1 ? '1 fila no se puede' : `${rowsText(rejected.count)} no se pueden`} importar como{' '}
          {rejected.count === 1 ? 'está' : 'están'}
        </Group>
      )}
      {rejected.count > 0 && <RejectedFile chosen={chosen} />}
      {present.count > 0 && (
        <Group kind="present" list={present}>
          {rowsText(present.count)} de quien ya es cliente o está dos veces
        </Group>
      )}
    </Stack>
  )
}

interface GroupProps {
  kind: 'present' | 'rejected'
  list: { count: number; first: readonly Told[] }
  children: ReactNode
}

function Group({ kind, list: { count, first }, children }: GroupProps) {
  const [opened, setOpened] = useState(kind === 'rejected')
  return (
    <details className={classes.group} open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className={classes.summary}>{children}</summary>
      <List size="sm" className={classes.told} tabIndex={-1}>
        {first.map(({ row, name, reasons }) => (
          <List.Item key={row}>
            Fila {showNumber(row)}
            {name && `, ${name}`}: {reasons.join('. ')}
          </List.Item>
        ))}
        {count > first.length && <List.Item>Y {showNumber(count - first.length)} más</List.Item>}
      </List>
    </details>
  )
}

/** The same rows as an Excel file: mended there, it is brought again. */
function RejectedFile({ chosen }: Pick<ImportRowsProps, 'chosen'>) {
  const [loading, setLoading] = useState(false)
  const left = useRef(new AbortController())
  useEffect(() => {
    if (left.current.signal.aborted) left.current = new AbortController()
    return () => left.current.abort()
  }, [])
  const load = async () => {
    if (loading) return
    setLoading(true)
    try {
      saveFile(await fileOfFile('clients.import-rejected', formOf(chosen), left.current.signal))
    } catch (error) {
      if (!left.current.signal.aborted && error instanceof Error) toast.failure(error.name, error.message)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button
      variant="default"
      w="fit-content"
      leftSection={<IconDownload size={20} aria-hidden />}
      aria-disabled={loading || undefined}
      onClick={load}
    >
      Descargar para corregir
    </Button>
  )
}
