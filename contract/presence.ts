/** What a contact does at this moment. */
export type Doing = 'typing' | 'recording';

/** A file being brought to the messaging network; `percent`: 0 to 100. */
export interface Upload {
  readonly messageId: string;
  readonly percent: number;
}
