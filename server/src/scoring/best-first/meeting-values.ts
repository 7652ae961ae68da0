/**
 * The values of the words on both sides of a join. In the names, `1` is the word nearest to the
 * join on its side, and `2` is the second nearest. A group of templates can add its own values,
 * from index `Count` on.
 */
export const enum MeetingValue {
  LeftWord2,
  LeftWord1,
  RightWord1,
  RightWord2,
  LeftTag2,
  LeftTag1,
  RightTag1,
  RightTag2,
  LeftClass1,
  RightClass1,
  Casing,
  Count,
}
