// All components with a list of options are loaded as one file on the first use of a picker.
import './overlays.css'
import '@mantine/core/styles/Combobox.layer.css'

export { Autocomplete, MultiSelect, Select, TagsInput } from '@mantine/core'
