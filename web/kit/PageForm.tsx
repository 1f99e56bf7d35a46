import { Alert, Group, Paper, Stack, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { CallRetryNotice, type RetriedCall } from './CallRetryNotice.tsx'
import { FormFrame } from './FormFrame.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useUnsavedInput } from './unsaved-input.ts'

interface PageFormProps {
  title: string
  submitLabel: string
  pendingLabel?: string
  pending: boolean
  dirty: boolean
  /** True if there is something to submit; otherwise there is no submit button. */
  ready?: boolean
  error?: ReactNode
  unanswered?: RetriedCall | null
  question?: ReactNode
  notice?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

export function PageForm({ title, submitLabel, pendingLabel, ready = true, pending, ...props }: PageFormProps) {
  const heading = useId()
  useUnsavedInput(props.dirty)
  return (
    <FormFrame aria-labelledby={heading} pending={pending} ready={ready} onSubmit={props.onSubmit}>
      <Paper withBorder p="clamp(1rem, 3vw, 1.5rem)" bg="var(--surface)">
        <Stack>
          <Title order={2} id={heading} fz="1.15rem">
            {title}
          </Title>
          {props.children}
          {props.error && (
            <Alert color="red" role="alert">
              {props.error}
            </Alert>
          )}
          <CallRetryNotice call={props.unanswered ?? null} />
          {props.question}
          {props.notice}
          {ready && (
            <Group justify="flex-end">
              <SubmitButton label={submitLabel} pendingLabel={pendingLabel} pending={pending} />
            </Group>
          )}
        </Stack>
      </Paper>
    </FormFrame>
  )
}
