// Mantine's inputs for forms of many fields: drawn again only when something of their own is new.
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { memo } from 'react'

export const TextField = memo(TextInput)
export const LongTextField = memo(Textarea)
export const CheckField = memo(Checkbox)
