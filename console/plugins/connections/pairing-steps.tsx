/** What is done on the phone, one thing after the other. */
export const PairingSteps = ({ steps }: { readonly steps: readonly string[] }) => (
  <ol className="steps col gap-16">
    {steps.map((step, at) => (
      <li className="row gap-12" key={step}>
        <i className="middle num round fixed" aria-hidden="true">
          {at + 1}
        </i>
        {step}
      </li>
    ))}
  </ol>
);
