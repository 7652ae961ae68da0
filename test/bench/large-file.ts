/** A bag of about 450 characters, different in each place, and 100 more with an expected sentence. */
function bagText(i: number, expected: boolean): string {
  const sentence =
    'Dr. Talcott led a team of researchers of Harvard University who studied the effects ' +
    `number-${i} on climate change .`;
  return `# Number ${i}
bag figure-${i} {
  words:
    "Dr. Talcott"/NNP led/VBD "a team"/NN of#1/IN of#2/IN "Harvard University" researchers/NNS
    who/WP studied/VBD|VBN the/DT effects/NNS number-${i} on/IN climate/NN change/NN .
  deps:
    led -> "Dr. Talcott" "a team" .
    "a team" -> of#1 -> researchers -> of#2 -> "Harvard University"
    led -nsubj-> "Dr. Talcott"
    root -> led
    researchers -> studied -> who effects
    effects -> the on
    change -compound-> climate
${expected ? `  expect: ${sentence}\n` : ''}}

`;
}

/** A file of that many bags, each with an expected sentence or none. */
export function largeFile(bags: number, { expected = false } = {}): string {
  return Array.from({ length: bags }, (_, i) => bagText(i, expected)).join('');
}
