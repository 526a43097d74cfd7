/** Both parties on a channel of their own, in the format that `call.recording.saved` then links to. */
export const RECORDING = { record: 'record-from-answer', record_channels: 'dual', record_format: 'wav' } as const;
